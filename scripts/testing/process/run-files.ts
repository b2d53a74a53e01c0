/**
 * A process of a test run. It runs the files that its parent names, one after the other, so that the code is loaded and
 * compiled once for all of them. Each file is a suite, so that it has its own hooks.
 */

import { join } from "node:path";
import { describe } from "node:test";
import { pathToFileURL } from "node:url";
import { root } from "../root.ts";
import { FILE_TIMEOUT_MILLISECONDS } from "./file-timeout.ts";
import { followTests, leaveTests } from "./follow-tests.ts";
import { beginFile } from "./measured-file.ts";
import type { RunFile } from "./messages.ts";

process.on("message", ({ file }: RunFile) => {
  const { href } = pathToFileURL(join(root, file));
  followTests();
  void describe(file, { timeout: FILE_TIMEOUT_MILLISECONDS }, async () => {
    beginFile();
    await import(href);
    leaveTests();
  });
});
