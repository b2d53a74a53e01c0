import assert from "node:assert/strict";
import { BlockList, isIP, isIPv4 } from "node:net";
import { test } from "node:test";
import fc from "fast-check";
import { isInNetwork, parseNetwork } from "./networks.ts";

const contains = (network: string, ip: string): boolean => isInNetwork(ip, parseNetwork(network));

test("an address is in a network when it begins with the network's bits", () => {
  assert.ok(contains("10.0.0.0/8", "10.255.0.1"));
  assert.ok(!contains("10.0.0.0/8", "11.0.0.0"));
  assert.ok(contains("0.0.0.0/0", "255.255.255.255"));
  assert.ok(contains("192.168.1.7", "192.168.1.7"));
  assert.ok(!contains("192.168.1.7/32", "192.168.1.6"));
  assert.ok(contains("2001:db8::/32", "2001:db8:ffff::1"));
  assert.ok(!contains("2001:db8::/32", "2001:db9::"));
  assert.ok(contains("::1", "0:0:0:0:0:0:0:1"));
  assert.ok(contains("fe80::/10", "fe80::1%eth0"));
});

test("an IPv4-mapped IPv6 address is the IPv4 address", () => {
  assert.ok(contains("10.0.0.0/8", "::ffff:10.1.2.3"));
  assert.ok(contains("10.0.0.0/8", "::ffff:a01:203"));
  assert.ok(contains("::ffff:10.0.0.0/104", "10.1.2.3"));
  assert.ok(!contains("::/0", "::ffff:10.1.2.3"));
  assert.ok(!contains("::/0", "10.1.2.3"));
});

test("a value that is no network or no address is refused", () => {
  for (const text of [
    "",
    "/",
    "10.0.0.0/",
    "10.0.0.0/33",
    "10.0.0/8",
    "10.0.0.0/08",
    "010.0.0.0/8",
    "::/129",
    ":::/8",
    "fe80::%1/10",
    "10.0.0.0/8/8",
    "10.0.0.1/8",
    "2001:db8::1/32",
  ]) {
    assert.throws(() => parseNetwork(text), /is not a network|is an address inside/, text);
  }
  assert.throws(() => contains("10.0.0.0/8", "localhost"), /not an IP address/);
});

test("the answer is that of the platform's own block list", () => {
  const address = fc.oneof(fc.ipV4(), fc.ipV6()).filter((ip) => !/^(0*:)*:?ffff:/i.test(ip));
  fc.assert(
    fc.property(address, address, fc.nat(128), (network, ip, length) => {
      const family = isIPv4(network) ? "ipv4" : "ipv6";
      const prefix = family === "ipv4" ? length % 33 : length;
      const list = new BlockList();
      list.addSubnet(network, prefix, family);
      const { bits, value } = parseNetwork(network);
      const first = { bits, value: (value >> BigInt(bits - prefix)) << BigInt(bits - prefix), prefix };
      const sameFamily = isIPv4(ip) === isIPv4(network);
      assert.equal(isInNetwork(ip, first), sameFamily && list.check(ip, family));
    }),
    { numRuns: 500 },
  );
});

test("an address is an address for the platform, too", () => {
  const isAddress = (text: string): boolean => {
    try {
      parseNetwork(text);
      return true;
    } catch {
      return false;
    }
  };
  const part = fc.constantFrom(
    "0",
    "1",
    "255",
    "256",
    "01",
    "ffff",
    "fffff",
    "g",
    "::",
    ":",
    ".",
    "10.0.0.1",
    "",
  );
  const text = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.array(part, { maxLength: 12 }).map((parts) => parts.join("")),
    fc.array(part, { maxLength: 9 }).map((parts) => parts.join(":")),
  );
  fc.assert(
    fc.property(text, (ip) => assert.equal(isAddress(ip), isIP(ip) !== 0, ip)),
    { numRuns: 5_000 },
  );
});
