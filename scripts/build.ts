/** `npm run build`: builds the packages that others install, with the console and the documentation in one of them. */

import { relative } from "node:path";
import { buildLibraries, buildServer } from "./packages/build-packages.ts";
import { root } from "./testing/root.ts";

const { engine, sdk } = await buildLibraries();
const licet = await buildServer();
for (const [name, { target }] of Object.entries({ "@licet/engine": engine, "@licet/sdk": sdk, licet }))
  console.log(`${name.padEnd(14)} ${relative(root, target)}`);
console.log(
  "Pack or publish each in its folder; `npm run sizes` says how large they are and how fast they start.",
);
