import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { countRows } from "../../support/count-rows.ts";
import { type FloodRequest, flood } from "../../support/flood.ts";
import { authorizationPath } from "../../support/sign-in.ts";
import { ENGINE, type Engine } from "../../support/start-licet.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { createPkce, createRequest, DESK, SPA_CALLBACK } from "../../support/storefront.ts";

/** Several times the largest bound below. */
const TIMES = 3_000;
/** Parallel requests on PostgreSQL may exceed a bound by the connections of the node. */
const AT_ONCE: Readonly<Record<Engine, number>> = { sqlite: 0, postgres: 10 };
/** Rows of a kind, client and address in a minute, with the one that counts the rest. */
const AUDITED = 21;
/** Counts of an address and of the clients that it named, made-up ones included. Parallel requests add a few. */
const LIMIT_COUNTS = 300 + 50;
/** Rows that do not belong to a caller: counters by the minute and the hour, and limits. */
const OVERHEAD = 50;

let front: Storefront;
before(async () => {
  // At fatal: a line for each of these requests in memory is not what is measured here. The limit is the default.
  const settings = { log_level: "fatal", limit_address_failures: "300" };
  front = await startStorefront({ settings });
});
// A new window: each flood meets the bounds that it is about.
beforeEach(() => front.clock.advance(300));
after(() => front.stop());

/** The rows that so many requests leave, by table. Ends only when every pending event is written. */
async function rowsLeftBy(requestAt: (index: number) => FloodRequest, times = TIMES) {
  const before = await countRows(front.database.url);
  const startedAt = Date.now();
  const statuses = await flood(front.url, times, requestAt);
  await front.runJob("audit");
  const minutes = Math.ceil((Date.now() - startedAt) / 60_000) + 1;
  const left = new Map<string, number>();
  for (const [table, count] of Object.entries(await countRows(front.database.url)))
    if (count !== before[table]) left.set(table, count - (before[table] ?? 0));
  return { statuses, left, minutes };
}

function assertBounded(
  { left, minutes }: Awaited<ReturnType<typeof rowsLeftBy>>,
  bounds: Readonly<Record<string, number>>,
): void {
  const told = JSON.stringify([...left]);
  let rest = 0;
  for (const [table, count] of left) {
    const bound = table === "audit_events" ? minutes * (bounds[table] ?? 0) : bounds[table];
    if (bound === undefined) rest += count;
    else assert.ok(count <= bound, `${table} has ${count} rows more, not at most ${bound}: ${told}`);
  }
  assert.ok(rest <= minutes * OVERHEAD, told);
}

describe("any number of anonymous requests leaves a bounded number of rows", () => {
  test("bad token requests, half of them in the names of clients that do not exist", async () => {
    const flooded = await rowsLeftBy((index) => {
      const client = index % 2 ? DESK.client_id : `made-up-${index}`;
      const form = { grant_type: "client_credentials", client_id: client, client_secret: `wrong-${index}` };
      return { method: "POST", path: "/oidc/token", body: new URLSearchParams(form).toString() };
    });
    const { statuses } = flooded;
    assert.equal((statuses.get(401) ?? 0) + (statuses.get(429) ?? 0), TIMES, JSON.stringify([...statuses]));
    assertBounded(flooded, { audit_events: 2 * AUDITED + OVERHEAD, limit_counts: LIMIT_COUNTS });
  });

  test("pushed requests in the name of a public client", async () => {
    const request = createRequest({ client_id: "spa" }, { redirect_uri: SPA_CALLBACK }) as Record<
      string,
      string
    >;
    const { challenge } = createPkce();
    const flooded = await rowsLeftBy((index) => {
      const form = { ...request, ...challenge, state: `state-${index}` };
      return { method: "POST", path: "/oidc/par", body: new URLSearchParams(form).toString() };
    });
    const { statuses } = flooded;
    assert.equal((statuses.get(201) ?? 0) + (statuses.get(429) ?? 0), TIMES, JSON.stringify([...statuses]));
    // Requests that expired during the test may not be swept yet.
    const pushed_requests = (50 + AT_ONCE[ENGINE]) * flooded.minutes;
    assertBounded(flooded, { pushed_requests, audit_events: OVERHEAD });
  });

  test("valid authorization requests, each of a browser of its own", async () => {
    const flooded = await rowsLeftBy((index) => ({
      method: "GET",
      path: authorizationPath(createRequest(DESK, { state: `state-${index}` })),
    }));
    const { statuses } = flooded;
    assert.equal((statuses.get(303) ?? 0) + (statuses.get(429) ?? 0), TIMES, JSON.stringify([...statuses]));
    assertBounded(flooded, { interactions: 500 + AT_ONCE[ENGINE], audit_events: OVERHEAD });
  });

  test("authorization requests that are refused without a page", async () => {
    const path = authorizationPath(createRequest(DESK, { prompt: "none" }));
    const flooded = await rowsLeftBy(() => ({ method: "GET", path }), 2_000);
    assertBounded(flooded, { audit_events: AUDITED + OVERHEAD });
  });
});
