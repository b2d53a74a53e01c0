// @engine postgres: on SQLite nothing can hold one table alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { startLicet } from "../support/start-licet.ts";

test("a node that cannot read the changes is not ready, even while its database answers", async () => {
  const licet = await startLicet({ state: "" });
  const holder = new pg.Client(licet.database.url);
  try {
    const answers = async (status: number) => {
      const giveUpAt = performance.now() + 10_000;
      while ((await fetch(`${licet.url}/readyz`)).status !== status)
        assert.ok(performance.now() < giveUpAt, `never ${status}`);
    };
    await answers(200);
    await holder.connect();
    await holder.query("begin; lock table change_log in access exclusive mode");
    await answers(503);
    await licet.services.storage.ping();
    await holder.query("rollback");
    await answers(200);
  } finally {
    await holder.end();
    await licet.stop();
  }
});
