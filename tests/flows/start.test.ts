import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import { createServer } from "../../packages/server/src/compose/create-server.ts";
import { createListener } from "../../packages/server/src/http/connection/listener.ts";
import { createLog } from "../../packages/server/src/observability/log.ts";
import { openServices } from "../../packages/server/src/services.ts";
import { readSettings } from "../../packages/server/src/settings/settings.ts";
import { createTestDatabase } from "../support/databases.ts";
import { ENGINE, TEST_SECRET } from "../support/start-licet.ts";

test("a request while the server starts gets 503 until it is ready, and cannot take it down", async () => {
  const database = await createTestDatabase(ENGINE);
  const listener = createListener({ host: "127.0.0.1", port: 0 });
  await listener.listen();
  const url = `http://127.0.0.1:${(listener.server.address() as AddressInfo).port}`;
  let isStarted = false;
  const ask = async (path: string): Promise<readonly number[]> => {
    const statuses: number[] = [];
    while (!isStarted) statuses.push((await fetch(url + path, { redirect: "manual" })).status);
    return statuses;
  };
  const asking = ["/readyz", "/livez", "/oidc/jwks", "/login", "/api/v1/openapi.json"].map(ask);

  const flags = { base_url: url, database_url: database.url, secret: TEST_SECRET, log_level: "silent" };
  const settings = readSettings({ flags, env: {}, cwd: process.cwd() });
  const log = createLog(settings.logLevel, process.stderr);
  const services = await openServices({ settings, log, clock: systemClock, serverPid: process.pid });
  const server = await createServer(services, listener);
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  isStarted = true;
  const statuses = (await Promise.all(asking)).flat();
  assert.deepEqual(
    [...new Set(statuses)].filter((status) => ![200, 303, 503].includes(status)),
    [],
  );
  assert.ok(statuses.includes(503), "a request arrived while the server started");
  listener.server.closeIdleConnections();
  await server.stop();
  await database.drop();
});
