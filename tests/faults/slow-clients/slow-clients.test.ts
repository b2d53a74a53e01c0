// @engine sqlite: connections of clients do not depend on the database.

import assert from "node:assert/strict";
import { test } from "node:test";
import { runSlowClients } from "./slow-clients.ts";

for (const tls of [false, true])
  test(`slow clients of two networks keep nobody else waiting${tls ? ", by TLS" : ""}`, async () => {
    const { violations } = await runSlowClients({ connections: 400, seconds: 4, tls });
    // Other tests run beside: how long an answer takes is measured by `npm run test:faults`.
    assert.deepEqual(
      violations.filter((violation) => !violation.startsWith("p95 ")),
      [],
    );
  });
