import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { createShop } from "../../../../../examples/shop/shop.ts";
import { type RunningLicet, startLicet } from "../../../../../tests/support/start-licet.ts";
import type { Application } from "../../accounts/entities.ts";
import { prepareDemoShop } from "./demo-shop.ts";
import { loadShop, type ShopModule } from "./load-shop.ts";

const DEMO = readFileSync(new URL("../../../../../examples/demo.yaml", import.meta.url), "utf8");

async function start(t: TestContext, state = DEMO): Promise<RunningLicet> {
  const licet = await startLicet({ state });
  t.after(() => licet.stop());
  return licet;
}

async function getShop({ services }: RunningLicet): Promise<Application> {
  const shop = await services.storage.state.find("application", "shop");
  return shop ?? assert.fail("there is no shop");
}

const revisionOf = ({ services }: RunningLicet) => services.storage.state.revision();

test("the demo's addresses replace those of another port, once, and the audit log says by whom", async (t) => {
  const licet = await start(t);
  const before = await getShop(licet);
  const { clientId, accounts } = await prepareDemoShop(licet.services);
  assert.equal(clientId, "shop");
  assert.deepEqual(
    accounts.map(({ username }) => username),
    ["alice", "bob", "ada"],
  );
  assert.deepEqual(await getShop(licet), {
    ...before,
    homePage: `${licet.url}/demo`,
    redirectUris: [`${licet.url}/demo/callback`, "http://127.0.0.1:4000/callback"],
    postLogoutRedirectUris: [`${licet.url}/demo`, "http://127.0.0.1:4000/"],
  });
  assert.doesNotMatch(JSON.stringify(await getShop(licet)), /:4455\b/);
  const [event] = await licet.services.storage.audit.list({ target: "application:shop" }, 1);
  assert.equal(event?.actor, "demo");

  const revision = await revisionOf(licet);
  await prepareDemoShop(licet.services);
  assert.equal(await revisionOf(licet), revision);
});

test("a home page that a user chose stays", async (t) => {
  const licet = await start(t, DEMO.replace(/home_page: .*/, "home_page: https://shop.example.test/"));
  await prepareDemoShop(licet.services);
  assert.equal((await getShop(licet)).homePage, "https://shop.example.test/");
});

const untouched: readonly (readonly [what: string, state: string])[] = [
  [
    "with a secret of its own",
    DEMO.replace("demo-shop-secret-not-for-production", "a secret that nobody else knows of"),
  ],
  ["that is no web application", DEMO.replace(/(client_id: shop[\s\S]*?)type: web/, "$1type: service")],
];
for (const [what, state] of untouched) {
  test(`a shop ${what} is left alone`, async (t) => {
    assert.notEqual(state, DEMO);
    const licet = await start(t, state);
    const before = await getShop(licet);
    await prepareDemoShop(licet.services);
    assert.deepEqual(await getShop(licet), before);
  });
}

test("the demo creates no shop where there is none", async (t) => {
  const licet = await start(t, "users: [{ username: carol }]");
  const revision = await revisionOf(licet);
  await prepareDemoShop(licet.services);
  assert.equal(await revisionOf(licet), revision);
});

test("the example shop is what the server mounts: it answers below the path of the demo", async (t) => {
  const licet = await start(t);
  const published = await prepareDemoShop(licet.services);
  const handle = await loadShop({ ...published, issuer: licet.url, url: `${licet.url}/demo` });
  const response = await handle(new Request(`${licet.url}/demo`), { ip: "127.0.0.1" });
  assert.equal(response.status, 200);
  assert.match(await response.text(), /alice-demo-password/);
  // The two types are declared separately, because neither module may import the other.
  const shop: ShopModule = { createShop };
  assert.equal(typeof shop.createShop, "function");
});
