// Plays a move that is picked but not sealed before the time for the decision is up.
const SPARE = 1000; // milliseconds for the way to the server

/** Seals one second before the deadline (seconds since 1970); returns what calls it off. */
export function sealInTime(deadline: number, seal: () => void): () => void {
  const left = deadline * 1000 - Date.now();
  if (left <= 0) return () => undefined;
  const timer = setTimeout(seal, Math.max(0, left - SPARE));
  return () => clearTimeout(timer);
}
