import assert from "node:assert/strict";
import { test } from "node:test";
import { isLoopbackHost, isPrivateServer } from "./loopback.ts";

for (const host of ["127.0.0.1", "127.1.2.3", "::1", "[::1]", "localhost", "::ffff:127.0.0.1"])
  test(`${host} is the loopback`, () => assert.equal(isLoopbackHost(host), true));

for (const host of [
  ...["0.0.0.0", "::", "[::]", "", "10.0.0.1", "192.168.1.5", "128.0.0.1", "::ffff:10.0.0.1", "fe80::1%lo"],
  ...["::1%lo", "id.example.test", "localhost.example.test", "localhost.", "[localhost]", "127.0.0.1.nip.io"],
])
  test(`${host || "an empty host"} is not the loopback`, () => assert.equal(isLoopbackHost(host), false));

const own = { host: "127.0.0.1", baseUrl: "http://127.0.0.1:4455", allowedHosts: [] };

test("a server is private when it listens on the loopback and goes by names of the loopback", () => {
  assert.equal(isPrivateServer(own), true);
  const allowedHosts = ["localhost", "localhost:8080", "[::1]:4455", "127.0.0.1:1"];
  assert.equal(isPrivateServer({ host: "::1", baseUrl: "https://localhost", allowedHosts }), true);
});

for (const reach of [
  { host: "0.0.0.0" },
  { host: "::" },
  { host: "licet.internal" },
  { baseUrl: "https://id.example.test" },
  { baseUrl: "http://10.0.0.1:4455" },
  { allowedHosts: ["localhost", "id.example.test"] },
  { allowedHosts: ["id.example.test:4455"] },
  { allowedHosts: ["evil.test@localhost"] },
])
  test(`a server with ${JSON.stringify(reach)} is not private`, () =>
    assert.equal(isPrivateServer({ ...own, ...reach }), false));
