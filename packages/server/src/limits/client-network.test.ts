import assert from "node:assert/strict";
import { test } from "node:test";
import { clientNetwork } from "./client-network.ts";

test("an IPv4 address stands for itself, however it is written", () => {
  for (const ip of [
    "192.0.2.7",
    "::ffff:192.0.2.7",
    "::ffff:c000:207",
    "::FFFF:192.0.2.7",
    "0:0:0:0:0:ffff:192.0.2.7",
  ])
    assert.equal(clientNetwork(ip), "192.0.2.7", ip);
  assert.notEqual(clientNetwork("192.0.2.8"), "192.0.2.7");
});

test("an IPv6 address stands for its network of 64 bits", () => {
  const network = clientNetwork("2001:db8:1:2::1");
  assert.equal(network, "2001:db8:1:2::/64");
  for (const ip of ["2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2:3::", "2001:db8:1:2::192.0.2.1"])
    assert.equal(clientNetwork(ip), network, ip);
  for (const ip of ["2001:db8:1:3::1", "2001:db8::1:2:0:1", "::1"])
    assert.notEqual(clientNetwork(ip), network, ip);
  assert.equal(clientNetwork("fe80::1%eth0"), "fe80:0:0:0::/64");
  assert.equal(clientNetwork("::1"), "0:0:0:0::/64");
});

test("all values that are not an address share one key", () => {
  for (const ip of ["", "unknown", "1.2.3", "[::1]", "2001:db8::1::2"])
    assert.equal(clientNetwork(ip), "unknown");
});
