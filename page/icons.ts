// `import { icon } from "virtual:icons/owl"` holds that one drawing and its author: what nobody names is not bundled.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import type { Plugin } from "vite";

interface Drawings {
  icons: Record<string, { body: string }>;
  aliases?: Record<string, { parent: string }>;
}
const ASKED = "virtual:icons";
const OF_GAMES = "of-games";
const GAMES = new URL("../src/sortilege/games/", import.meta.url);

/** The icons that the games of this source tree name in their theme.toml. */
function iconsOfGames(): string[] {
  const themes = readdirSync(GAMES).map((slug) => new URL(`${slug}/theme.toml`, GAMES));
  return themes
    .filter((file) => existsSync(file))
    .map((file) => /^icon = "([a-z0-9-]+)"/m.exec(readFileSync(file, "utf8"))?.[1] ?? "");
}

export function icons(): Plugin {
  const set = JSON.parse(
    readFileSync(
      new URL("./node_modules/@iconify-json/game-icons/icons.json", import.meta.url),
      "utf8",
    ),
  ) as Drawings;
  const body = (name: string) => set.icons[set.aliases?.[name]?.parent ?? name]?.body;
  return {
    name: "sortilege-icons",
    resolveId: (id) => (id.startsWith(`${ASKED}/`) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${ASKED}/`)) return undefined;
      const asked = id.slice(ASKED.length + 2);
      const names = asked === OF_GAMES ? iconsOfGames() : asked.split(",");
      const drawn = Object.fromEntries(
        names.map((name) => {
          const found = body(name);
          if (!found) throw new Error(`no icon is called ${name}`);
          return [
            name,
            (found.match(/ d="([^"]+)"/g) ?? []).map((part) => part.slice(4, -1)).join(""),
          ];
        }),
      );
      return `export default ${JSON.stringify(drawn)};`;
    },
  };
}
