import assert from "node:assert/strict";
import { test } from "node:test";
import { startHttp } from "../testing/start-http.ts";
import { createTestClock } from "../testing/test-clock.ts";
import { DiscoveryError, discover, metadataUrl } from "./discovery.ts";
import { readRuntime } from "./runtime.ts";

const read = (issuer: string) =>
  discover({
    issuer,
    runtime: readRuntime({ clock: createTestClock(), random: () => 0 }),
    timeoutMilliseconds: 5_000,
    attempts: 2,
  });

test("the well-known part goes between the host and the path (RFC 8414 §3.1)", () => {
  const known = "/.well-known/oauth-authorization-server";
  assert.equal(metadataUrl("https://auth.example.test"), `https://auth.example.test${known}`);
  assert.equal(metadataUrl("https://auth.example.test/"), `https://auth.example.test${known}`);
  assert.equal(metadataUrl("https://example.test/tenant"), `https://example.test${known}/tenant`);
});

test("metadata of the named issuer are read, after a failure that passes", async () => {
  let asked = 0;
  const server = await startHttp(() => {
    asked += 1;
    return asked === 1 ? { status: 503, headers: { "retry-after": "1" } } : { body: { issuer: server.url } };
  });
  assert.deepEqual(await read(server.url), { issuer: server.url });
  await server.stop();
});

for (const [what, answer, code] of [
  ["another issuer", { body: { issuer: "https://other.example.test" } }, "wrong_issuer"],
  ["no issuer", { body: {} }, "wrong_issuer"],
  ["a list", { body: [] }, "wrong_issuer"],
  ["a page", { body: "<html>" }, "wrong_issuer"],
  ["a redirect", { status: 302, headers: { location: "/elsewhere" } }, "wrong_issuer"],
  ["404", { status: 404 }, "wrong_issuer"],
  ["a failure that stays", { status: 503, headers: { "retry-after": "1" } }, "unavailable"],
  ["far too much", { body: "x".repeat(300_000) }, "unavailable"],
] as const)
  test(`${what} is refused`, async () => {
    const server = await startHttp(() => answer);
    await assert.rejects(read(server.url), (error) => {
      assert.ok(error instanceof DiscoveryError);
      assert.equal(error.code, code);
      return true;
    });
    await server.stop();
    assert.ok(server.seen.every(({ path }) => path.startsWith("/.well-known/")));
  });
