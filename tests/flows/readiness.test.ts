// @engine postgres: on SQLite nothing can hold one table alone.

import { test } from "node:test";
import pg from "pg";
import { startLicet } from "../support/start-licet.ts";
import { untilKnown } from "../support/until-known.ts";

test("a node that cannot read the changes is not ready, even while its database answers", async () => {
  const licet = await startLicet({ state: "" });
  const holder = new pg.Client(licet.database.url);
  try {
    const answers = (status: number) =>
      untilKnown(async () => (await fetch(`${licet.url}/readyz`)).status === status);
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
