import assert from "node:assert/strict";
import { test } from "node:test";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import { seedOwnEntities } from "./seed.ts";
import { createMemoryStateStore } from "./testing/memory-state-store.ts";

const seed = (store: ReturnType<typeof createMemoryStateStore>, issuer: string) =>
  seedOwnEntities({ store, issuer, clock: systemClock });

test("the first start makes Licet's own resource, role and application, the next one changes nothing", async () => {
  const store = createMemoryStateStore();
  await seed(store, "https://licet.test");
  const resource = await store.find("resource", "licet");
  assert.equal(resource?.identifier, "https://licet.test/api/v1");
  assert.ok(Object.values(resource.actions).every(({ description }) => description.en && description.zh));
  assert.deepEqual((await store.find("role", "licet-administrator"))?.grants, [{ permission: "licet:*" }]);
  const application = await store.find("application", "licet-console");
  assert.deepEqual(application?.redirectUris, ["https://licet.test/console/callback"]);
  assert.deepEqual(application.postLogoutRedirectUris, ["https://licet.test/console/"]);
  assert.ok(application.requirePkce && application.firstParty && application.type === "spa");
  assert.deepEqual(
    application.delegated.map(({ scope, consent }) => `${scope} ${consent}`),
    ["openid implicit", "profile implicit", "offline_access implicit", "licet:* implicit"],
  );
  await seed(store, "https://licet.test");
  assert.equal(store.commits.length, 1);
});

test("another base URL gives the resource another identifier, and the console another address", async () => {
  const store = createMemoryStateStore();
  await seed(store, "https://old.test");
  await seed(store, "https://new.test");
  assert.equal((await store.find("resource", "licet"))?.identifier, "https://new.test/api/v1");
  assert.deepEqual((await store.find("application", "licet-console"))?.redirectUris, [
    "https://new.test/console/callback",
  ]);
  assert.equal(store.commits[1]?.length, 2, "the role is left alone");
});
