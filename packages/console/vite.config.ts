import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  base: "/console/",
  plugins: [react(), tailwindcss()],
  build: {
    target: "es2023",
    sourcemap: false,
    // Nothing inline: the page's policy allows files of this server alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // `npm run dev -w @licet/console` beside a running Licet: the API and the pages are its.
  server: {
    proxy: Object.fromEntries(
      ["/api", "/oidc", "/login", "/assets"].map((path) => [path, "http://127.0.0.1:4455"]),
    ),
  },
});
