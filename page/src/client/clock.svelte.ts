// The time now in seconds, updated once a second while something reads it.
import { createSubscriber } from "svelte/reactivity";

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 1000);
  return () => clearInterval(timer);
});

export function now(): number {
  subscribe();
  return Date.now() / 1000;
}
