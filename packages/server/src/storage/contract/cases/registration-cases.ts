import assert from "node:assert/strict";
import { test } from "node:test";
import type { Application } from "../../../accounts/entities.ts";
import type { Storage } from "../../open-storage.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { application, put, remove, trustedActor } from "../samples.ts";

const ONE = "https://one.example.test/cb";
const TWO = "https://two.example.test/cb";

const withRedirectUris = (redirectUris: readonly string[], more: Partial<Application> = {}): Application => ({
  ...application("shop"),
  type: "web",
  redirectUris,
  ...more,
});

const write = ({ state }: Storage, ...applications: readonly Application[]) =>
  state.commit(
    applications.map((value) => put("application", value)),
    trustedActor,
  );

/** Maps each redirect URI to the revision that added it. */
async function readRevisionsOfAddresses({ clients }: Storage): Promise<Readonly<Record<string, number>>> {
  const { value } = await clients.find("shop");
  assert.ok(value && "application" in value);
  return Object.fromEntries(value.redirects.map(({ address, revision }) => [address, revision]));
}

export function registrationCases(engine: EngineUnderTest): void {
  test("an address keeps the revision and the time at which it was added, whatever else changes", () =>
    onEmptyStorage(engine, async (storage) => {
      await write(storage, withRedirectUris([ONE]));
      await write(storage, withRedirectUris([TWO, ONE], { name: "Another name" }));
      await write(storage, withRedirectUris([ONE, TWO], { enabled: false }));
      assert.deepEqual(await readRevisionsOfAddresses(storage), { [ONE]: 1, [TWO]: 2 });
      const { value } = await storage.clients.find("shop");
      assert.ok(value && "application" in value);
      assert.equal(value.redirects[0]?.at, Math.floor(trustedActor.at / 1_000));
      assert.deepEqual(
        value.application,
        withRedirectUris([ONE, TWO], { enabled: false }),
        "the revisions are no part of the application",
      );
    }));

  test("an address that was removed and added again is new, also within one change set", () =>
    onEmptyStorage(engine, async (storage) => {
      await write(storage, withRedirectUris([ONE, TWO]));
      await write(storage, withRedirectUris([TWO]));
      await write(storage, withRedirectUris([ONE, TWO]));
      assert.deepEqual(await readRevisionsOfAddresses(storage), { [ONE]: 3, [TWO]: 1 });
      await write(storage, withRedirectUris([ONE]), withRedirectUris([ONE, TWO]));
      assert.deepEqual(await readRevisionsOfAddresses(storage), { [ONE]: 3, [TWO]: 4 });
      const again = [
        remove("application", withRedirectUris([])),
        put("application", withRedirectUris([ONE])),
      ];
      await storage.state.commit(again, trustedActor);
      assert.deepEqual(await readRevisionsOfAddresses(storage), { [ONE]: 5 });
    }));

  test("RFC 8252 §7.3: the port of a native application on the loopback is not part of its address", () =>
    onEmptyStorage(engine, async (storage) => {
      await write(
        storage,
        withRedirectUris(["http://127.0.0.1:4000/cb", "http://[::1]/cb"], { type: "native" }),
      );
      await write(
        storage,
        withRedirectUris(["http://127.0.0.1/cb", "http://127.0.0.1:1/cb"], { type: "native" }),
      );
      assert.deepEqual(await readRevisionsOfAddresses(storage), { "http://127.0.0.1/cb": 1 });
      await write(storage, withRedirectUris(["http://127.0.0.1:1/cb"], { type: "spa" }));
      assert.deepEqual(await readRevisionsOfAddresses(storage), { "http://127.0.0.1:1/cb": 3 });
    }));

  test("many applications are written at once, each with its own addresses", () =>
    onEmptyStorage(engine, async (storage) => {
      const shops = Array.from({ length: 300 }, (_, i) => ({ ...withRedirectUris([ONE]), id: `shop-${i}` }));
      await write(storage, ...shops);
      const moved = shops.map((value) => ({ ...value, redirectUris: [TWO, ONE] }));
      await write(storage, ...moved);
      const { value } = await storage.clients.find("shop-299");
      assert.ok(value && "application" in value);
      assert.deepEqual(
        value.redirects.map(({ revision }) => revision),
        [2, 1],
      );
    }));
}
