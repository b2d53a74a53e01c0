// @engine both: two nodes on PostgreSQL redeem one code at the same moment.

import { after, before, test } from "node:test";
import type { TestDatabase } from "../../support/databases.ts";
import { createServerDatabase } from "../../support/server-database.ts";
import { ENGINE, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { raceCode, raceRefreshToken } from "../race.ts";

let database: TestDatabase;
let front: Storefront;
/** SQLite has one server per file. */
let nodes: readonly RunningLicet[];
before(async () => {
  database = await createServerDatabase(ENGINE);
  front = await startStorefront({ database });
  const { url: baseUrl } = front;
  nodes = ENGINE === "postgres" ? [front, await startLicet({ state: "", database, baseUrl })] : [front];
});
after(async () => {
  for (const node of nodes) await node.stop();
  await database.drop();
});

for (const round of [1, 2, 3]) {
  test(`RFC 6749 §4.1.2, CVE-2026-53518: fifty exchanges of one code at once, round ${round}: one wins`, () =>
    raceCode(front, nodes, 50));
  test(`RFC 9700 §4.14.2: fifty uses of one refresh token at once, round ${round}: one successor`, () =>
    raceRefreshToken(front, nodes, 50));
}
