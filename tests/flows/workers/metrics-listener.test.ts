import assert from "node:assert/strict";
import { test } from "node:test";
import { freePort } from "../../../packages/server/src/cli/testing/free-port.ts";
import { ENGINE } from "../../support/engines.ts";
import { sendHttp } from "../../support/send-http.ts";
import { createServerDatabase } from "../../support/server-database.ts";
import { type LicetProcess, spawnLicet } from "../../support/spawn-licet.ts";
import { untilKnown } from "../../support/until-known.ts";

const TOKEN = "metrics-canary-0123456789abcdefghij";

/** A server with a listener for its metrics, as an operator would run it. */
async function open(
  ending: AsyncDisposableStack,
  {
    workers,
    port,
    environment = {},
  }: { workers: number; port: number; environment?: Record<string, string> },
): Promise<LicetProcess> {
  const database = ending.adopt(await createServerDatabase(ENGINE), ({ drop }) => drop());
  const licet = await spawnLicet({
    databaseUrl: database.url,
    workers,
    arguments: ["--base-url", "https://id.example.test"],
    environment: { LICET_METRICS_LISTEN: `127.0.0.1:${port}`, LICET_LOG_LEVEL: "debug", ...environment },
  });
  ending.defer(async () => void (await licet.stop()));
  return licet;
}

const get = (url: string, headers: Readonly<Record<string, string>> = {}) => sendHttp("GET", url, headers);

const WITH_TOKEN = { LICET_METRICS: "token", LICET_METRICS_TOKEN: TOKEN };
for (const [workers, environment] of [
  [1, {}],
  [2, WITH_TOKEN],
] as const)
  test(`metrics_listen has the metrics of ${workers} workers, and nothing else`, async () => {
    await using ending = new AsyncDisposableStack();
    const port = await freePort();
    const licet = await open(ending, { workers, port, environment });
    const own = `http://127.0.0.1:${port}`;
    const authorization = `Bearer ${TOKEN}`;
    for (let count = 0; count < 10; count += 1)
      assert.equal((await get(`${licet.url}/livez`, { connection: "close" })).status, 200);
    let scraped = "";
    // The text is up to two seconds old.
    await untilKnown(async () => {
      const { status, text } = await get(`${own}/metrics`, { authorization });
      assert.equal(status, 200);
      scraped = text;
      return /^licet_http_request_seconds_count\{route="\/livez",method="GET",status="200"\} 10$/m.test(text);
    });
    assert.equal(scraped.match(/^process_resident_memory_bytes/gm)?.length, workers);

    const anonymous = await get(`${own}/metrics`);
    assert.equal(anonymous.status, environment === WITH_TOKEN ? 401 : 200);
    const challenge = anonymous.headers.get("www-authenticate");
    assert.equal(challenge, environment === WITH_TOKEN ? 'Bearer realm="metrics"' : null);
    assert.equal((await get(`${licet.url}/metrics`, { host: "id.example.test", authorization })).status, 404);
    for (const path of ["/", "/livez", "/oidc/jwks", "/metrics/", "/metrics.json", "//metrics"])
      assert.equal((await get(own + path, { authorization })).status, 404, path);
    const posted = await sendHttp("POST", `${own}/metrics`, { authorization });
    assert.equal(posted.status, 405);
    assert.equal(posted.headers.get("allow"), "GET");
    assert.equal(posted.headers.get("x-content-type-options"), "nosniff");

    // Another server at the same address ends its start with a sentence.
    await assert.rejects(
      open(ending, { workers, port }),
      new RegExp(`port ${port} on 127\\.0\\.0\\.1 is in use.*LICET_METRICS_LISTEN`),
    );
    assert.equal(await licet.stop(), 0);
    assert.ok(!licet.output().includes(TOKEN), "the token is not in the log");
  });
