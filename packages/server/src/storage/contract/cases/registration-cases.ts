import assert from "node:assert/strict";
import { test } from "node:test";
import type { Application } from "../../../accounts/entities.ts";
import type { Storage } from "../../open-storage.ts";
import { application, put, remove } from "../samples.ts";
import { onEmptyStorage, type Subject, someone } from "../subject.ts";

const ONE = "https://one.example.test/cb";
const TWO = "https://two.example.test/cb";

const sentTo = (redirectUris: readonly string[], more: Partial<Application> = {}): Application => ({
  ...application("shop"),
  type: "web",
  redirectUris,
  ...more,
});

/** Maps each address to the revision that added it. */
async function registered({ clients }: Storage): Promise<Readonly<Record<string, number>>> {
  const { value } = await clients.find("shop");
  assert.ok(value && "application" in value);
  return Object.fromEntries(value.redirects.map(({ address, revision }) => [address, revision]));
}

export function registrationCases(subject: Subject): void {
  const onStorage = (work: (storage: Storage, write: typeof writeOf) => Promise<void>) =>
    onEmptyStorage(subject, (storage) => work(storage, writeOf));
  const writeOf = ({ state }: Storage, ...applications: readonly Application[]) =>
    state.commit(
      applications.map((value) => put("application", value)),
      someone,
    );

  test("an address keeps the revision and the time at which it was added, whatever else changes", () =>
    onStorage(async (storage, write) => {
      await write(storage, sentTo([ONE]));
      await write(storage, sentTo([TWO, ONE], { name: "Another name" }));
      await write(storage, sentTo([ONE, TWO], { enabled: false }));
      assert.deepEqual(await registered(storage), { [ONE]: 1, [TWO]: 2 });
      const { value } = await storage.clients.find("shop");
      assert.ok(value && "application" in value);
      assert.equal(value.redirects[0]?.at, Math.floor(someone.at / 1_000));
      assert.deepEqual(value.application, sentTo([ONE, TWO], { enabled: false }), "nothing that callers see");
    }));

  test("an address that was removed and added again is new, also within one change set", () =>
    onStorage(async (storage, write) => {
      await write(storage, sentTo([ONE, TWO]));
      await write(storage, sentTo([TWO]));
      await write(storage, sentTo([ONE, TWO]));
      assert.deepEqual(await registered(storage), { [ONE]: 3, [TWO]: 1 });
      await write(storage, sentTo([ONE]), sentTo([ONE, TWO]));
      assert.deepEqual(await registered(storage), { [ONE]: 3, [TWO]: 4 });
      const again = [remove("application", sentTo([])), put("application", sentTo([ONE]))];
      await storage.state.commit(again, someone);
      assert.deepEqual(await registered(storage), { [ONE]: 5 });
    }));

  test("RFC 8252 §7.3: the port of a native application on the loopback is not part of its address", () =>
    onStorage(async (storage, write) => {
      await write(storage, sentTo(["http://127.0.0.1:4000/cb", "http://[::1]/cb"], { type: "native" }));
      await write(storage, sentTo(["http://127.0.0.1/cb", "http://127.0.0.1:1/cb"], { type: "native" }));
      assert.deepEqual(await registered(storage), { "http://127.0.0.1/cb": 1 });
      await write(storage, sentTo(["http://127.0.0.1:1/cb"], { type: "spa" }));
      assert.deepEqual(await registered(storage), { "http://127.0.0.1:1/cb": 3 });
    }));

  test("many applications are written at once, each with its own addresses", () =>
    onStorage(async (storage) => {
      const shops = Array.from({ length: 300 }, (_, i) => ({ ...sentTo([ONE]), id: `shop-${i}` }));
      await storage.state.commit(
        shops.map((value) => put("application", value)),
        someone,
      );
      const moved = shops.map((value) => ({ ...value, redirectUris: [TWO, ONE] }));
      await storage.state.commit(
        moved.map((value) => put("application", value)),
        someone,
      );
      const { value } = await storage.clients.find("shop-299");
      assert.ok(value && "application" in value);
      assert.deepEqual(
        value.redirects.map(({ revision }) => revision),
        [2, 1],
      );
    }));
}
