// @engine postgres: a pooler stands in front of a PostgreSQL.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { startSmallPooler } from "../../support/small-pooler.ts";
import { createRandom } from "../support/random.ts";
import { runPooler } from "./poolers.ts";
import { runSessionClients } from "./session-clients.ts";

// `npm run test:faults` does the same behind Debian's PgBouncer.
for (const mode of ["session", "transaction"] as const)
  describe(`behind a pooler in ${mode} mode`, () => {
    test("two nodes answer, and no write is lost when the pooler is restarted", async () => {
      const startPooler = (url: string) => startSmallPooler(url, mode, mode === "session" ? 40 : 5);
      const { violations, load } = await runPooler({
        mode,
        startPooler,
        random: createRandom(1),
        seconds: 3,
      });
      assert.deepEqual(violations, []);
      assert.doesNotMatch(load, / 0 writes/);
    });

    test("a client that relies on a session of its own is seen to fail", async () => {
      const { violations } = await runSessionClients(startSmallPooler, mode);
      assert.notEqual(violations.length, 0);
    });
  });
