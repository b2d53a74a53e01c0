import assert from "node:assert/strict";
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../testing/root.ts";
import { lacksOptional } from "./missing-optional.mjs";

test("a package for this platform that is not there is missing; those for others are not", () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "licet-optional-"));
  const write = (entry: object) => {
    const packages = { "node_modules/native": { version: "1.0.0", optional: true, ...entry } };
    writeFileSync(join(folder.path, "package-lock.json"), JSON.stringify({ packages }));
  };
  const here = { os: [process.platform], cpu: [process.arch] };
  for (const [entry, extent, isMissing] of [
    [here, "running", true],
    [{ os: process.platform, cpu: process.arch }, "running", true],
    [{ ...here, libc: ["musl"] }, "running", false],
    [{ ...here, os: ["aix"] }, "everything", false],
    [{ ...here, cpu: ["mips"] }, "everything", false],
    [{ ...here, dev: true }, "running", false],
    [{ ...here, dev: true }, "everything", true],
  ] as const) {
    write(entry);
    assert.equal(lacksOptional(folder.path, extent), isMissing, JSON.stringify([entry, extent]));
  }
  write(here);
  mkdirSync(join(folder.path, "node_modules/native"), { recursive: true });
  writeFileSync(join(folder.path, "node_modules/native/package.json"), "{}");
  assert.equal(lacksOptional(folder.path, "running"), false);
});

test("nothing is missing in this checkout", () => {
  assert.equal(lacksOptional(root, "everything"), false);
});
