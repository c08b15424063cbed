import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { icons } from "./icons";

const house = process.env["HOUSE"] ?? "http://127.0.0.1:8765"; // a running `sortilege serve`, for `npm run dev`

export default defineConfig({
  base: "/page/",
  plugins: [svelte(), icons()],
  build: {
    outDir: "../src/sortilege/server/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { "/api": { target: house, ws: true, changeOrigin: true, headers: { origin: house } } },
  },
});
