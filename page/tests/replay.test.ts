import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Replay } from "../src/client/replay.svelte";
import { WORDS, snapshot } from "./fakes";

const words = {
  ...WORDS,
  moves: { "offer {} for {}": "offer {0} for {1}", pass: "pass" },
  events: {
    offered: "{seat:seat} offers {given} for {wanted}",
    passed: "{seat:seat} passes",
    hidden: { offered: "{seat:seat} offers a trade" },
  },
};

/** The record of an offer that only the two seats of it know, and of a move that tells nothing. */
function story(eyes: number | null) {
  const known = eyes === null ? { given: null, wanted: null } : { given: "egg", wanted: "crown" };
  const steps = [
    {
      seat: 0,
      move: "offer egg for crown",
      update: { is: "update", events: [{ event: "offered", seat: 0, ...known }] },
    },
    { seat: 1, move: "pass", update: { is: "update", events: [] } },
  ];
  return { snapshot: snapshot(), steps };
}

let eyes: number | null = null;

beforeEach(() => {
  vi.stubGlobal("fetch", (address: string) =>
    Promise.resolve(
      new Response(JSON.stringify(address.includes("/words/") ? words : story(eyes))),
    ),
  );
});

afterEach(() => vi.unstubAllGlobals());

async function titles(seen: number | null): Promise<string[]> {
  eyes = seen;
  const replay = new Replay("t", 1, 0);
  await replay.load(seen);
  return replay.moments.map((moment) => replay.titleOf(moment));
}

test("the public reads no more of a move than it was told", async () => {
  expect(await titles(null)).toEqual(["Ada offers a trade", ""]);
});

test("the seat that played reads its move", async () => {
  expect(await titles(0)).toEqual(["offer egg for crown", ""]);
});

test("the seat that was told everything reads it", async () => {
  expect(await titles(1)).toEqual(["Ada offers egg for crown", "pass"]);
});
