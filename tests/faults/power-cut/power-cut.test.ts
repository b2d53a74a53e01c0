// @engine sqlite: PostgreSQL decides itself when it flushes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openDatabase } from "../../../packages/server/src/storage/sqlite/open-database.ts";
import { createTestDatabase } from "../../support/databases.ts";

/** The power cut itself needs root and XFS: `npm run test:faults -- --only power-cut`. */
test("a commit waits for the disk", async () => {
  const { url, drop } = await createTestDatabase("sqlite");
  const database = openDatabase(url.slice("sqlite:".length));
  const FULL = 2;
  assert.equal(database.prepare("pragma synchronous").get()?.synchronous, FULL);
  database.close();
  await drop();
});
