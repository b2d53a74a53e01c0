// @engine sqlite: its file is what is lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LOSSES, type Loss, runLostFile } from "./lost-file.ts";

for (const loss of Object.keys(LOSSES) as Loss[])
  test(`a database file ${loss} under the server: nothing more is acknowledged`, async () => {
    const { violations, load } = await runLostFile([loss]);
    assert.deepEqual(violations, []);
    assert.match(load, /^[1-9]\d* acknowledged writes, [1-9]\d* refused$/, "writes were under way");
  });

test("without the check, writes are acknowledged into nowhere", async () => {
  const { violations } = await runLostFile(["moved"], { watchesFile: false });
  assert.match(violations.join("\n"), /moved: role-\d+ is not in the file/);
});

test("without the check, nobody notices that the file was overwritten", async () => {
  const { violations } = await runLostFile(["overwritten by an older copy"], { watchesFile: false });
  assert.match(violations.join("\n"), /\/readyz was never 503/);
});
