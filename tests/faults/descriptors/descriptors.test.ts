// @engine sqlite: connections of clients do not depend on the database.
import assert from "node:assert/strict";
import { test } from "node:test";
import { runDescriptors } from "./descriptors.ts";

const options = { skip: process.platform !== "linux" && "only Linux tells a process its limit in a file" };

test("a node without free file descriptors still answers probes, and says so once", options, async () => {
  const { violations } = await runDescriptors({ connections: 300 });
  assert.deepEqual(violations, []);
});

test("without the bound it does not answer", options, async () => {
  const { violations } = await runDescriptors({ connections: 300, bounded: false });
  assert.ok(
    violations.some((violation) => violation.includes("no answer")),
    violations.join("\n"),
  );
});
