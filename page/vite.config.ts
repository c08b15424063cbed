import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { icons } from "./icons";

// A running `sortilege serve`, for `npm run dev`.
const server = process.env["SERVER"] ?? "http://127.0.0.1:8765";

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
    proxy: {
      "/api": { target: server, ws: true, changeOrigin: true, headers: { origin: server } },
    },
  },
});
