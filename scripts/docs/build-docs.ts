/**
 * Builds the site of the folder given as argument, and records the files that the build used. It is a separate process,
 * because VitePress changes the environment of its process.
 */

import { argv, env } from "node:process";
import { build } from "vitepress";

const [, , folder = ".", recordFile = ""] = argv;
env.LICET_DOCS_RECORD = recordFile;
await build(folder);
