import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { COMMAND_NAMES } from "./command-names.ts";
import { listCommands } from "./testing/list-commands.ts";

const guide = readFileSync(new URL("../../../../docs/guides/command-line.md", import.meta.url), "utf8");

test("the guide lists every command in its table, and shows each of them", async () => {
  const table = Array.from(guide.matchAll(/^\| \[`([a-z-]+)`\]/gm), ([, name = ""]) => name);
  assert.deepEqual(table.toSorted(), [...COMMAND_NAMES].toSorted());
  const shown = await listCommands();
  assert.deepEqual(
    shown.filter((path) => !new RegExp(`licet ${path}\\b`).test(guide)),
    [],
  );
});
