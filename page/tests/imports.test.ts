import { expect, test } from "vitest";

const sources = import.meta.glob<string>("../src/**/*.{ts,svelte}", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The files that a file imports when it is loaded; types and `import()` make no cycle. */
function importsOf(file: string): string[] {
  return [...(sources[file] ?? "").matchAll(/^\s*import (?!type)[^;]*?"(\.[^"]+)"/gm)].flatMap(
    ([, path]) => {
      const address = new URL(path ?? "", `file:///${file.replace("../", "")}`).pathname;
      const found = ["", ".ts", "/index.ts"].map((end) => `..${address}${end}`);
      return found.find((name) => name in sources) ?? [];
    },
  );
}

function cycleFrom(file: string, path: string[], done: Set<string>): string[] | null {
  if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
  if (done.has(file)) return null;
  for (const next of importsOf(file)) {
    const cycle = cycleFrom(next, [...path, file], done);
    if (cycle) return cycle;
  }
  done.add(file);
  return null;
}

test("imports are found, in components too", () => {
  expect(importsOf("../src/components/Strip.svelte")).toContain("../src/components/keys.ts");
  expect(importsOf("../src/pages/TablePage.svelte")).toContain("../src/games/index.ts");
});

test("no file imports itself through others", () => {
  const done = new Set<string>();
  expect(Object.keys(sources).map((file) => cycleFrom(file, [], done))).toEqual(
    Object.keys(sources).map(() => null),
  );
});
