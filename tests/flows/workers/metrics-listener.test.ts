import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { freePort } from "../../../packages/server/src/cli/testing/free-port.ts";
import { ENGINE } from "../../support/engines.ts";
import { sendHttp } from "../../support/send-http.ts";
import { createServerDatabase } from "../../support/server-database.ts";
import { spawnLicet } from "../../support/spawn-licet.ts";
import { untilKnown } from "../../support/until-known.ts";

const TOKEN = "metrics-canary-0123456789abcdefghij";

/** A server with a listener for its metrics, as an operator would run it. */
async function open(ending: AsyncDisposableStack, workers: number, environment = {}) {
  const database = ending.adopt(await createServerDatabase(ENGINE), ({ drop }) => drop());
  const port = await freePort();
  const licet = await spawnLicet({
    databaseUrl: database.url,
    workers,
    arguments: ["--base-url", "https://id.example.test"],
    environment: { LICET_METRICS_LISTEN: `127.0.0.1:${port}`, ...environment },
  });
  ending.defer(async () => void (await licet.stop()));
  return { licet, own: `http://127.0.0.1:${port}`, port };
}

const get = (url: string, headers: Readonly<Record<string, string>> = {}) => sendHttp("GET", url, headers);

for (const workers of [1, 2])
  describe(`metrics_listen with ${workers} workers`, () => {
    test("the metrics of all workers are there, and nothing else is", async () => {
      await using ending = new AsyncDisposableStack();
      const { licet, own } = await open(ending, workers);
      for (let count = 0; count < 10; count += 1)
        assert.equal((await get(`${licet.url}/livez`, { connection: "close" })).status, 200);
      let scraped = "";
      // The text is up to a second old.
      await untilKnown(async () => {
        const { status, text } = await get(`${own}/metrics`);
        assert.equal(status, 200);
        scraped = text;
        return /^licet_http_request_seconds_count\{route="\/livez",method="GET",status="200"\} 10$/m.test(
          text,
        );
      });
      assert.equal(scraped.match(/^process_resident_memory_bytes/gm)?.length, workers);
      assert.equal((await get(`${licet.url}/metrics`, { host: "id.example.test" })).status, 404);
      for (const path of ["/", "/livez", "/oidc/jwks", "/metrics/", "/metrics.json", "//metrics"])
        assert.equal((await get(own + path)).status, 404, path);
      const posted = await sendHttp("POST", `${own}/metrics`, {});
      assert.equal(posted.status, 405);
      assert.equal(posted.headers.get("allow"), "GET");
      assert.equal(posted.headers.get("x-content-type-options"), "nosniff");
      assert.equal(await licet.stop(), 0);
    });

    test("a token is needed where there is one", async () => {
      await using ending = new AsyncDisposableStack();
      const { licet, own } = await open(ending, workers, {
        LICET_METRICS: "token",
        LICET_METRICS_TOKEN: TOKEN,
        LICET_LOG_LEVEL: "debug",
      });
      const refused = await get(`${own}/metrics`);
      assert.equal(refused.status, 401);
      assert.equal(refused.headers.get("www-authenticate"), 'Bearer realm="metrics"');
      assert.equal((await get(`${own}/metrics`, { authorization: `Bearer ${TOKEN}` })).status, 200);
      assert.equal(await licet.stop(), 0);
      assert.ok(!licet.output().includes(TOKEN));
    });

    test("an address that is in use ends the start with a sentence", async () => {
      await using ending = new AsyncDisposableStack();
      const { port } = await open(ending, workers);
      await assert.rejects(
        open(ending, workers, { LICET_METRICS_LISTEN: `127.0.0.1:${port}` }),
        new RegExp(`port ${port} on 127\\.0\\.0\\.1 is in use.*LICET_METRICS_LISTEN`),
      );
    });
  });
