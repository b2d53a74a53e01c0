// @engine both: a stop closes a pool of connections on PostgreSQL and a file on SQLite.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import { testHashName } from "../../packages/server/src/directory/testing/hash-name.ts";
import { openStorage } from "../../packages/server/src/storage/open-storage.ts";
import { createTestDatabase } from "../support/databases.ts";
import { REPORTS, SHOP } from "../support/shop.ts";
import { spawnLicet } from "../support/spawn-licet.ts";
import { ENGINE } from "../support/start-licet.ts";
import { untilKnown } from "../support/until-known.ts";

const BODY = new URLSearchParams({
  grant_type: "client_credentials",
  ...REPORTS,
  scope: "orders:read",
}).toString();

type Outcome = "answered" | "refused" | "lost";

/** Sends a request on a connection of the agent, and returns its outcome. */
function requestToken(url: string, agent: http.Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    const request = http.request(
      `${url}/oidc/token`,
      { method: "POST", agent, headers: { "content-type": "application/x-www-form-urlencoded" } },
      (response) => {
        response.resume();
        response.once("end", () => resolve(response.statusCode === 200 ? "answered" : "lost"));
        response.once("error", () => resolve("lost"));
      },
    );
    // A connection that was never made carried no request; any other failure lost one.
    request.once("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code === "ECONNREFUSED" ? "refused" : "lost"),
    );
    request.end(BODY);
  });
}

test("SIGTERM under load loses no request, keeps every audit event, and ends with 0", async () => {
  const database = await createTestDatabase(ENGINE);
  const folder = await mkdtemp(join(tmpdir(), "licet-drain-"));
  const file = join(folder, "shop.yaml");
  await writeFile(file, SHOP);
  const licet = await spawnLicet({ databaseUrl: database.url, arguments: ["--apply", file] });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
  const outcomes: Outcome[] = [];
  const underLoad = Promise.withResolvers<void>();
  const caller = async () => {
    for (;;) {
      const outcome = await requestToken(licet.url, agent);
      if (outcomes.push(outcome) === 100) underLoad.resolve();
      if (outcome !== "answered") return;
    }
  };
  const callers = Array.from({ length: 16 }, caller);
  await Promise.race([underLoad.promise, Promise.all(callers)]);
  const stopped = licet.stop();
  await Promise.all(callers);
  assert.equal(await stopped, 0);
  agent.destroy();

  const answered = outcomes.filter((outcome) => outcome === "answered").length;
  assert.ok(answered > 50, `${answered} answered`);
  assert.equal(outcomes.filter((outcome) => outcome === "lost").length, 0);

  const storage = await openStorage({
    databaseUrl: database.url,
    clock: systemClock,
    hashName: testHashName,
  });
  const issued = await storage.audit.list({ type: "token.issued" }, answered + 1);
  assert.equal(issued.length, answered);
  await storage.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

for (const workers of [1, 2])
  test(`SIGTERM: for a while, /readyz answers 503 and new connections are served, by ${workers} workers`, async (t) => {
    const database = await createTestDatabase(ENGINE);
    const licet = await spawnLicet({
      databaseUrl: database.url,
      workers,
      environment: { LICET_SHUTDOWN_DELAY_MILLISECONDS: "60000" },
    });
    t.after(async () => {
      licet.child.kill("SIGKILL");
      await database.drop();
    });
    assert.equal(await statusOf(licet, "/readyz"), 200);
    licet.child.kill("SIGTERM");
    await untilKnown(async () => (await statusOf(licet, "/readyz")) === 503);
    for (let request = 0; request < 20; request += 1) {
      assert.equal(await statusOf(licet, "/oidc/jwks"), 200);
      assert.equal(await statusOf(licet, "/readyz"), 503);
    }
    assert.equal(licet.child.exitCode, null);
  });

/** On a connection of its own. */
async function statusOf({ url }: { readonly url: string }, path: string): Promise<number> {
  const { status } = await fetch(url + path, { headers: { connection: "close" } });
  return status;
}
