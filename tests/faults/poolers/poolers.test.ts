// @engine postgres: a pooler stands in front of a PostgreSQL.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { startSmallPooler } from "../../support/small-pooler.ts";
import { createRandom } from "../support/random.ts";
import { runPooler } from "./poolers.ts";
import { runSessionClients } from "./session-clients.ts";

/** How many connections to PostgreSQL the pooler has. */
const CONNECTIONS = 5;

// `npm run test:faults` does the same behind Debian's PgBouncer, in session mode as well.
describe("behind a pooler", () => {
  test("in transaction mode two nodes answer, and no write is lost when the pooler is restarted", async () => {
    const { violations, load } = await runPooler({
      mode: "transaction",
      startPooler: (url) => startSmallPooler(url, "transaction", CONNECTIONS),
      random: createRandom(1),
      seconds: 2,
    });
    assert.deepEqual(violations, []);
    assert.doesNotMatch(load, / 0 writes/);
  });

  for (const mode of ["session", "transaction"] as const)
    test(`in ${mode} mode a client that relies on a session of its own is seen to fail`, async () => {
      const { violations } = await runSessionClients(startSmallPooler, mode);
      assert.notEqual(violations.length, 0);
    });
});
