// Sends requests over HTTP: an answer, or the server's refusal. Makes ids and tokens.
import type { Done, Refused } from "./messages";

const random = (bytes: number) =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
export const newId = () => random(16);
export const newToken = () => random(32);

export class Refusal extends Error {
  constructor(readonly said: Refused) {
    super(said.code);
  }
}

export async function get<T>(address: string): Promise<T> {
  return answered<T>(await fetch(address));
}

export async function post<T = Done>(address: string, body: unknown): Promise<T> {
  return answered<T>(
    await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
}

async function answered<T>(answer: Response): Promise<T> {
  const said = (await answer.json()) as T;
  if (!answer.ok) throw new Refusal(said as Refused);
  return said;
}
