import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readAddresses } from "./package-addresses.ts";

test("a package has the addresses of the repository, and its folder there", (t) => {
  const root = mkdtempSync(join(tmpdir(), "licet-addresses-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const addresses = {
    homepage: "https://licet.example.test",
    repository: { type: "git", url: "git+https://git.example.test/licet.git" },
    bugs: { url: "https://git.example.test/licet/issues" },
  };
  writeFileSync(join(root, "package.json"), JSON.stringify({ name: "workspace", ...addresses }));
  assert.deepEqual(readAddresses(root, "packages/sdk"), {
    ...addresses,
    repository: { ...addresses.repository, directory: "packages/sdk" },
  });
  writeFileSync(join(root, "package.json"), "{}");
  assert.deepEqual(readAddresses(root, "packages/sdk"), {});
});
