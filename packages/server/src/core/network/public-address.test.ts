import assert from "node:assert/strict";
import { test } from "node:test";
import { isPublicAddress } from "./public-address.ts";

const PUBLIC = ["1.1.1.1", "11.0.0.1", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.1"];
const PUBLIC_IPV6 = ["2606:4700::1", "2a00:1450:4001::5", "2001:4860:4860::8888"];

const SPECIAL = [
  ...["0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254"],
  ...["169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1"],
  ...["192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1"],
  ...["239.255.255.255", "240.0.0.1", "255.255.255.255"],
];
const SPECIAL_IPV6 = [
  ...["::", "::1", "fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1", "fd12:3456::1", "ff02::1", "100::1"],
  ...["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::ffff:1.1.1.1", "::127.0.0.1"],
  ...["64:ff9b::127.0.0.1", "64:ff9b::8.8.8.8", "64:ff9b:1::7f00:1"],
  ...["2001:db8::1", "2001::1", "2001:0:7f00:1::", "2002:7f00:1::", "3fff::1"],
];

for (const address of [...PUBLIC, ...PUBLIC_IPV6])
  test(`${address} is public`, () => assert.equal(isPublicAddress(address), true));

for (const address of [...SPECIAL, ...SPECIAL_IPV6])
  test(`${address} is not public`, () => assert.equal(isPublicAddress(address), false));

for (const text of ["", "localhost", "127.1", "2130706433", "0x7f000001", "1.1.1.1 ", "[::1]", "1.1.1.1.1"])
  test(`${JSON.stringify(text)} is no address, and so not a public one`, () =>
    assert.equal(isPublicAddress(text), false));
