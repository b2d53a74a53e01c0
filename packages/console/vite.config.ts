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
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Alone, because most pages redirect before they need more. Its parts are also used by the console itself.
            {
              name: "start",
              test: /src[\\/](start|auth[\\/](authorization-response|leave-to-sign-in|sign-in-window))\.ts$/,
              priority: 2,
            },
            // What many views need is one file: a file for each set of views is a hundred requests before one is shown.
            { name: "shared", minShareCount: 24 },
            { name: "packages", minShareCount: 24, test: /[\\/]node_modules[\\/]/, priority: 1 },
          ],
        },
      },
    },
  },
  // `npm run dev -w @licet/console` beside a running Licet: the API and the pages are its.
  server: {
    proxy: Object.fromEntries(
      ["/api", "/oidc", "/login", "/assets"].map((path) => [path, "http://127.0.0.1:4455"]),
    ),
  },
});
