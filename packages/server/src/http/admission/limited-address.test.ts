import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { FastifyRequest } from "fastify";
import { parseAddress } from "./client-address.ts";
import { createLimitedAddress, describeProxyRisk } from "./limited-address.ts";

/** As Fastify gives it: `ip` is what the proxies that it was told to trust say, or the peer itself. */
const requestFrom = (peer: string | undefined, ip = peer): FastifyRequest =>
  ({ ip, raw: { socket: { remoteAddress: peer } } }) as unknown as FastifyRequest;

function open(baseUrl: string, trustedProxies: readonly string[] = [], hasNoProxy = false) {
  const warnings: string[] = [];
  const limitedAddress = createLimitedAddress({
    baseUrl,
    trustedProxies,
    hasNoProxy,
    warn: (message) => warnings.push(message),
  });
  return { warnings, of: (peer: string | undefined, ip?: string) => limitedAddress(requestFrom(peer, ip)) };
}

const NEARBY = [
  ...["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"],
  ...["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "::ffff:10.0.0.1"],
  ...["100.64.0.1", "169.254.1.1", "fe80::1", "fe80::1%eth0", "fd00::1"],
];
const ELSEWHERE = ["203.0.113.1", "172.32.0.1", "100.128.0.1", "11.0.0.1", "2001:db8::1", "64:ff9b::a00:1"];

describe("under a public name", () => {
  test("an undeclared peer nearby has no address, reported once; others have theirs", () => {
    const { of, warnings } = open("https://id.example.test");
    for (const peer of NEARBY) for (let i = 0; i < 3; i++) assert.equal(of(peer), undefined, peer);
    assert.equal(warnings.length, 1);
    for (const peer of ELSEWHERE) assert.notEqual(of(peer), undefined, peer);
    assert.equal(of("203.0.113.1"), "203.0.113.1");
    assert.equal(of("2001:db8:1:2:3::4"), "2001:db8:1:2::/64");
    assert.equal(of(undefined), "unknown", "a connection that is gone");
  });

  test("a declared proxy has the address that it names, and none when it names none", () => {
    const { of, warnings } = open("https://id.example.test", ["10.0.0.0/8", "::1"]);
    assert.equal(of("10.0.0.1", "203.0.113.1:80"), "203.0.113.1");
    assert.equal(of("::ffff:10.0.0.1", "[2001:db8::1]:443"), "2001:db8:0:0::/64");
    assert.equal(of("::1", "192.168.1.1"), "192.168.1.1", "what is no proxy is a caller");
    assert.equal(of("10.0.0.1", "garbage"), "unknown");
    assert.equal(of("10.0.0.1", "x".repeat(9_000)), "unknown");
    assert.equal(of("10.0.0.1"), undefined);
    assert.equal(of("10.0.0.1", "10.0.0.2"), undefined, "nor when the next proxy names nobody");
    assert.equal(of("192.168.1.1"), undefined, "another one was not declared");
    assert.equal(warnings.length, 2);
  });
});

test("under a loopback name every peer has its address", () => {
  for (const baseUrl of ["http://127.0.0.1:4455", "http://localhost:1", "http://[::1]:4455"]) {
    const { of } = open(baseUrl);
    assert.equal(of("127.0.0.1"), "127.0.0.1");
    assert.equal(of("192.168.1.1"), "192.168.1.1");
    assert.equal(describeProxyRisk({ baseUrl, trustedProxies: [], hasNoProxy: false }), undefined);
  }
});

test("where the operator says that there is no proxy, every peer has its address", () => {
  const baseUrl = "https://id.example.test";
  const { of, warnings } = open(baseUrl, [], true);
  for (const peer of [...NEARBY, ...ELSEWHERE]) assert.notEqual(of(peer), undefined, peer);
  assert.equal(of("10.0.0.1"), "10.0.0.1");
  assert.deepEqual(warnings, []);
  assert.equal(describeProxyRisk({ baseUrl, trustedProxies: [], hasNoProxy: true }), undefined);
});

test("the start warns where no proxy is declared", () => {
  const baseUrl = "https://id.example.test";
  assert.match(
    describeProxyRisk({ baseUrl, trustedProxies: [], hasNoProxy: false }) ?? "",
    /set LICET_TRUSTED_PROXIES/,
  );
  assert.equal(describeProxyRisk({ baseUrl, trustedProxies: ["10.0.0.1"], hasNoProxy: false }), undefined);
});

test("addresses are read with a port or without, and nothing else is", () => {
  for (const [text, address] of [
    ["203.0.113.7", "203.0.113.7"],
    ["203.0.113.7:4711", "203.0.113.7"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["[::ffff:203.0.113.7]:443", "203.0.113.7"],
    ["2001:db8::1", "2001:db8::1"],
  ] as const)
    assert.equal(parseAddress(text), address);
  const others = [
    "",
    ":",
    "a:1",
    "1.2.3.4:",
    "1.2.3.4:123456",
    "[1.2.3.4]:1",
    "[::1",
    "::1]:1",
    "[]:1",
    "1.2.3:4",
  ];
  for (const text of [...others, `[${":".repeat(40)}]:1`, "1".repeat(5_000)])
    assert.equal(parseAddress(text), undefined, text);
});
