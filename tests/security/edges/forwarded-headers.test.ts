// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { REPORTS, SHOP } from "../../support/shop.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { untilKnown } from "../../support/until-known.ts";
import { requestHead, sendRaw } from "../raw-connection.ts";

/** The trusted peers: none, another host, the peer itself, and the peer with a network behind it. */
let open: RunningLicet;
let elsewhere: RunningLicet;
let behindProxy: RunningLicet;
let behindTwo: RunningLicet;
before(async () => {
  open = await startLicet({ readsLog: true, state: SHOP });
  elsewhere = await startLicet({
    readsLog: true,
    state: SHOP,
    settings: { trusted_proxies: "10.0.0.0/8, 192.0.2.0/24" },
  });
  behindProxy = await startLicet({ readsLog: true, state: SHOP, settings: { trusted_proxies: "127.0.0.1" } });
  behindTwo = await startLicet({
    readsLog: true,
    state: SHOP,
    settings: { trusted_proxies: "127.0.0.1, 10.0.0.0/8" },
  });
});
after(() => Promise.all([open, elsewhere, behindProxy, behindTwo].map((licet) => licet.stop())));

/** `orders:refund` is granted at the address 192.0.2.1 only, `orders:write` on the loopback only. */
const body = new URLSearchParams({
  grant_type: "client_credentials",
  scope: "orders:write orders:refund",
  ...REPORTS,
}).toString();

interface Seen {
  readonly scope: string;
  readonly auditedIp: string | undefined;
  readonly loggedIp: string | undefined;
}

/** Asks for a token with these headers; what was decided, audited and logged about the caller's address. */
async function ask(licet: RunningLicet, headers: Readonly<Record<string, string>>): Promise<Seen> {
  const requestId = randomUUID();
  const head = requestHead(licet.url, "POST /oidc/token", {
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": String(body.length),
    "X-Request-Id": requestId,
    ...headers,
  });
  const answer = await sendRaw(licet.url, head + body);
  assert.equal(answer.status, 200, answer.text);
  const scope = String(JSON.parse(answer.body).scope);
  await licet.runJob("audit");
  const [event] = await licet.services.storage.audit.list({ requestId }, 1);
  assert.ok(event, "the audit event");
  // The server logs a request after its answer.
  await untilKnown(async () => findLoggedIp(licet, requestId) !== undefined);
  return { scope, auditedIp: event.ip, loggedIp: findLoggedIp(licet, requestId) };
}

function findLoggedIp(licet: RunningLicet, requestId: string): string | undefined {
  const line = licet
    .logged()
    .split("\n")
    .find((one) => one.includes(requestId) && one.includes('"ip"'));
  return line && (JSON.parse(line) as { ip?: string }).ip;
}

const OWN: Seen = { scope: "orders:write", auditedIp: "127.0.0.1", loggedIp: "127.0.0.1" };

describe("RFC 7239 §8: a peer that is not trusted cannot say who it is", () => {
  const claims: Record<string, string>[] = [
    { "X-Forwarded-For": "192.0.2.1" },
    { "X-Forwarded-For": "192.0.2.1, 127.0.0.1" },
    { "X-Forwarded-For": "127.0.0.1, 192.0.2.1" },
    { "x-forwarded-for": "192.0.2.1", "X-FORWARDED-FOR": "192.0.2.1" },
    { "X-Real-IP": "192.0.2.1" },
    { "X-Client-IP": "192.0.2.1" },
    { "True-Client-IP": "192.0.2.1" },
    { "CF-Connecting-IP": "192.0.2.1" },
    { "X-Cluster-Client-IP": "192.0.2.1" },
    { Forwarded: "for=192.0.2.1" },
    { Forwarded: 'for="192.0.2.1";proto=https;host=evil.test;by=192.0.2.1' },
    { "X-Forwarded-Host": "evil.test", "X-Forwarded-Proto": "https", "X-Forwarded-Port": "1" },
    { "X-Client-Cert": "MIIB", "X-SSL-Client-Verify": "SUCCESS", "X-SSL-Client-S-DN": "CN=reports" },
  ];
  for (const headers of claims) {
    test(`${JSON.stringify(headers)} changes nothing: decision, audit and log have the socket's address`, async () => {
      for (const licet of [open, elsewhere]) assert.deepEqual(await ask(licet, headers), OWN);
    });
  }
});

describe("RFC 7239 §8: a trusted proxy is believed about the hop before it, and no further", () => {
  const at = (ip: string): Seen => ({
    scope: ip === "192.0.2.1" ? "orders:refund" : ip === "127.0.0.1" ? "orders:write" : "",
    auditedIp: ip,
    loggedIp: ip,
  });
  const hops: readonly (readonly [forwarded: string, ip: string])[] = [
    ["192.0.2.1", "192.0.2.1"],
    ["203.0.113.9", "203.0.113.9"],
    // The client of the proxy wrote the hops before the last one.
    ["192.0.2.1, 203.0.113.9", "203.0.113.9"],
    ["127.0.0.1, 192.0.2.1, 203.0.113.9", "203.0.113.9"],
    ["203.0.113.9, 192.0.2.1", "192.0.2.1"],
    ["2001:db8::1", "2001:db8::1"],
    // Some proxies write the port as well.
    ["192.0.2.1:4711", "192.0.2.1"],
    ["192.0.2.1, 203.0.113.9:4711", "203.0.113.9"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
  ];
  for (const [forwarded, ip] of hops) {
    test(`X-Forwarded-For: ${forwarded} is ${ip}`, async () => {
      assert.deepEqual(await ask(behindProxy, { "X-Forwarded-For": forwarded }), at(ip));
    });
  }

  test("in two headers it is one list, in their order", async () => {
    const seen = await ask(behindProxy, { "X-Forwarded-For": "192.0.2.1", "x-forwarded-for": "203.0.113.9" });
    assert.deepEqual(seen, at("203.0.113.9"));
  });

  test("with two trusted proxies in a row it is the hop before the first of them", async () => {
    const chain = "192.0.2.1, 203.0.113.9, 10.1.2.3";
    assert.deepEqual(await ask(behindTwo, { "X-Forwarded-For": chain }), at("203.0.113.9"));
    assert.deepEqual(await ask(behindProxy, { "X-Forwarded-For": chain }), at("10.1.2.3"));
    const withPorts = "192.0.2.1:1, 203.0.113.9:2, 10.1.2.3:3";
    assert.deepEqual(await ask(behindTwo, { "X-Forwarded-For": withPorts }), at("203.0.113.9"));
  });

  test("the other headers say nothing, not even from a trusted peer", async () => {
    for (const headers of [
      { "X-Real-IP": "192.0.2.1" },
      { Forwarded: "for=192.0.2.1" },
      { "X-Client-Cert": "MIIB" },
      { "X-Forwarded-Host": "evil.test", "X-Forwarded-Proto": "https", "X-Forwarded-Port": "1" },
    ]) {
      assert.deepEqual(await ask(behindProxy, headers), OWN);
    }
  });

  test("a hop that is no address counts as no address, least of all the proxy's", async () => {
    const hops = [
      "unknown",
      "_hidden",
      "192.0.2.1:",
      "192.0.2.1:x",
      "192.0.2.1:123456",
      "192.0.2.1:80:80",
      "[192.0.2.1]:80",
      "[192.0.2.1",
      "2001:db8::1]:80",
      "192.0.2.1/32",
      "192.0.2.1 192.0.2.1",
      "0300.0.2.1",
      "evil<script>",
      "x".repeat(4_000),
    ];
    const seen = await Promise.all(hops.map((hop) => ask(behindProxy, { "X-Forwarded-For": hop })));
    // A caller cannot choose the recorded text.
    const expected = { scope: "", auditedIp: "unknown", loggedIp: "unknown" };
    for (const [index, hop] of hops.entries()) assert.deepEqual(seen[index], expected, hop.slice(0, 30));
  });

  test("X-Forwarded-Host from a trusted peer does not make a foreign host ours, nor ours foreign", async () => {
    const head = (host: string, forwarded: string) =>
      requestHead(behindProxy.url, "GET /oidc/jwks", { Host: host, "X-Forwarded-Host": forwarded });
    const own = new URL(behindProxy.url).host;
    assert.equal((await sendRaw(behindProxy.url, head("evil.test", own))).status, 421);
    assert.equal((await sendRaw(behindProxy.url, head(own, "evil.test"))).status, 200);
  });
});
