import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { findProgram } from "./peer.ts";

test("a program is found on the path, if it can be run", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "licet-bench-peer-"));
  const path = process.env.PATH;
  t.after(() => {
    process.env.PATH = path;
    rmSync(folder, { recursive: true });
  });
  process.env.PATH = `${path}:${folder}`;
  const program = join(folder, "licet-bench-peer");
  assert.equal(findProgram("licet-bench-peer"), undefined);
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o600 });
  assert.equal(findProgram("licet-bench-peer"), undefined);
  chmodSync(program, 0o700);
  assert.equal(findProgram("licet-bench-peer"), program);
});
