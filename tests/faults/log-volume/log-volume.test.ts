// @engine postgres: only a database server can be away.
import assert from "node:assert/strict";
import { test } from "node:test";
import { runLogVolume } from "./log-volume.ts";

test("while the database is away, the log has a line a second with the number of requests", async () => {
  const { violations } = await runLogVolume({ seconds: 3 });
  assert.deepEqual(violations, []);
});
