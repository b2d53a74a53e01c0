import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { MissingTool } from "../client.ts";
import { ensureDebianPackages } from "./debian.ts";

test("a package that is missing and cannot be installed from here is named", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "licet-debian-"));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "debian-packages.txt"), "licet-no-such-package\n");
  const surroundings = { mayInstall: false, hasTerminal: false, ci: undefined };
  await assert.rejects(
    ensureDebianPackages({ folder, say: () => undefined }, surroundings),
    (error) => error instanceof MissingTool && /apt-get install licet-no-such-package$/.test(error.message),
  );
});
