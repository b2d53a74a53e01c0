import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import type { RawSettings } from "../../../packages/server/src/settings/settings.ts";
import { sendHttp } from "../../support/send-http.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";

const TOKEN = "metrics-canary-0123456789abcdefghij";
/** Others can reach it: its name is not one of the loopback. */
const REACHABLE = { baseUrl: "https://id.example.test" };
const OWN_HOST = { host: "id.example.test" };

const started: RunningLicet[] = [];
after(async () => void (await Promise.all(started.map((licet) => licet.stop()))));

async function start(
  settings: RawSettings,
  options: { readonly baseUrl?: string; readonly readsLog?: boolean; readonly keepsMetrics?: boolean } = {},
): Promise<RunningLicet> {
  const licet = await startLicet({ state: "", settings, ...options });
  started.push(licet);
  return licet;
}

const scrape = (licet: RunningLicet, headers: Readonly<Record<string, string>> = {}, path = "/metrics") =>
  sendHttp("GET", licet.url + path, headers);

describe("CVE-2023-29193: who can read /metrics", () => {
  test("on a private server everybody, by default", async () => {
    const { status, text, headers } = await scrape(await start({}));
    assert.equal(status, 200);
    assert.match(text, /^licet_revision/m);
    assert.match(headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/);
  });

  test("on a server that others can reach nobody, by default", async () => {
    const licet = await start({}, REACHABLE);
    for (const [path, expected] of [
      ["/metrics", 404],
      ["/livez", 200],
      ["/readyz", 200],
    ] as const) {
      const { status, text } = await scrape(licet, OWN_HOST, path);
      assert.equal(status, expected, path);
      assert.doesNotMatch(text, /licet_/);
    }
    const { status } = await scrape(licet, { host: "10.0.0.7:4455" });
    assert.equal(status, 421, "where there are no metrics, the path is like any other");
  });

  test("everybody where it is public, by whatever host", async () => {
    const { status } = await scrape(await start({ metrics: "public" }, REACHABLE), { host: "10.0.0.7:4455" });
    assert.equal(status, 200);
  });

  test("nobody where it is off, also on a private server", async () => {
    assert.equal((await scrape(await start({ metrics: "off" }))).status, 404);
  });

  test("nobody on this port where it has a listener of its own", async () => {
    assert.equal((await scrape(await start({ metrics_listen: "127.0.0.1:0" }))).status, 404);
  });
});

describe("with a token", () => {
  test("only who sends it in the Authorization header", async () => {
    const licet = await start({ metrics: "token", metrics_token: TOKEN }, { ...REACHABLE, readsLog: true });
    for (const authorization of [`Bearer ${TOKEN}`, `bearer ${TOKEN}`]) {
      const { status, text } = await scrape(licet, { authorization });
      assert.equal(status, 200, authorization);
      assert.match(text, /^licet_revision/m);
    }
    for (const authorization of [
      undefined,
      "Bearer",
      "Bearer ",
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(0, -1)}`,
      `Bearer ${TOKEN.toUpperCase()}`,
      `Bearer  ${TOKEN} ${TOKEN}`,
      `Basic ${btoa(`prometheus:${TOKEN}`)}`,
      TOKEN,
    ]) {
      const { status, headers, text } = await scrape(
        licet,
        authorization === undefined ? {} : { authorization },
      );
      assert.equal(status, 401, `${authorization}`);
      // RFC 9110 §11.6.1: a 401 has a challenge.
      assert.equal(headers.get("www-authenticate"), 'Bearer realm="metrics"');
      assert.match(text, /urn:licet:problem:unauthenticated/);
      assert.doesNotMatch(text, /licet_revision|metrics-canary/);
    }
    for (const query of [`?token=${TOKEN}`, `?access_token=${TOKEN}`])
      assert.equal((await scrape(licet, {}, `/metrics${query}`)).status, 401, "a URL ends up in logs");
    assert.ok(!licet.logged().includes(TOKEN), "the token is not in the log");
  });

  test("a token of Licet itself is another one", async () => {
    const licet = await start({ metrics: "token", metrics_token: TOKEN });
    const { status } = await scrape(licet, { authorization: "Bearer eyJhbGciOiJFUzI1NiJ9.e30.c2ln" });
    assert.equal(status, 401);
  });
});

test("a flood of scrapes does the work of one", async () => {
  const licet = await start({}, { keepsMetrics: true });
  const first = await scrape(licet);
  await sendHttp("GET", `${licet.url}/livez`, {});
  const texts = await Promise.all(Array.from({ length: 20 }, () => scrape(licet)));
  // Counters of these requests, the time and the memory would differ in a text that is made anew. With two workers each
  // has made its own.
  assert.ok(new Set([first, ...texts].map(({ text }) => text)).size <= licet.workers);
});
