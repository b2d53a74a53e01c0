import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { listCommands } from "./testing/list-commands.ts";

const guide = readFileSync(new URL("../../../../docs/guides/command-line.md", import.meta.url), "utf8");

test("the guide shows every command", async () => {
  const shown = await listCommands();
  assert.deepEqual(
    shown.filter((path) => !new RegExp(`licet ${path}\\b`).test(guide)),
    [],
  );
});
