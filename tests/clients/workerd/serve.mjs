/** Serves the worker in workerd, the runtime of Cloudflare's edge, without compatibility with Node. */

import { build } from "esbuild";
import { Miniflare } from "miniflare";

const { port } = JSON.parse(process.env.CLIENT_TEST_SCENE);
const { outputFiles } = await build({
  entryPoints: ["worker.mjs"],
  bundle: true,
  format: "esm",
  platform: "neutral",
  conditions: ["workerd"],
  write: false,
});
const worker = new Miniflare({
  modules: true,
  script: outputFiles[0].text,
  compatibilityDate: "2026-01-01",
  bindings: { SCENE: process.env.CLIENT_TEST_SCENE },
  host: "127.0.0.1",
  port,
});
await worker.ready;
process.once("SIGTERM", () => worker.dispose());
