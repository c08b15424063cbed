import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

// A folder imports only from itself and from the folders before it.
// Cycles of files are found by tests/imports.test.ts.
const LAYERS = ["client", "i18n", "components", "dialogs", "games", "pages"];
const forbid = (...patterns) => ({ "no-restricted-imports": ["error", { patterns }] });
const noGame = {
  regex: "games/.",
  message: "Only games/index.ts reaches the games, by their folders.",
};
const layers = LAYERS.map((folder, i) => ({
  files: [`src/${folder}/**`],
  rules: forbid(noGame, {
    regex: `\\.\\./(${LAYERS.slice(i + 1).join("|") || "none"})(/|$)`,
    message: `Folders import in this order only: ${LAYERS.join(", ")}.`,
  }),
}));

export default ts.config(
  { ignores: ["node_modules", "public", "src/client/messages.ts"] },
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, extraFileExtensions: [".svelte"] },
    },
    rules: {
      "max-len": ["error", { code: 100, ignorePattern: "virtual:icons" }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      // Facts of events and views are of unknown types, and are shown as they are.
      "@typescript-eslint/no-base-to-string": "off",
      "@typescript-eslint/no-this-alias": ["error", { allowedNames: ["self"] }],
      "svelte/prefer-svelte-reactivity": "off", // a map that nothing draws is a plain one
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  { files: ["src/*"], rules: forbid(noGame) },
  layers,
  {
    files: ["src/games/*/**"],
    rules: forbid(
      { regex: "^\\.\\./(?!\\.\\.)", message: "A game imports no other game." },
      { regex: "/pages/", message: "A game imports no page." },
    ),
  },
  { files: ["*.js"], extends: [ts.configs.disableTypeChecked] },
);
