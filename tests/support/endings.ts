import assert from "node:assert/strict";
import { hashPassword } from "../../packages/server/src/accounts/passwords/password.ts";
import type { Change } from "../../packages/server/src/directory/change.ts";
import { type Browser, readForm } from "./sign-in.ts";
import type { RunningLicet } from "./start-licet.ts";
import { ALICE, SHOP_CLIENT } from "./storefront.ts";

/** Every action after which an application that acts for Alice has to stop, by any actor, at any node. */
export const ENDINGS: Readonly<Record<string, (licet: RunningLicet, browser: Browser) => Promise<void>>> = {
  "the user changes the password": async (_licet, browser) => {
    const form = readForm(await browser.get("/account"), 'id="password-change"');
    const fields = [...form.filter(([name]) => !name.endsWith("_password"))];
    fields.push(["current_password", ALICE.password], ["new_password", "something else entirely"]);
    const done = await browser.post("/account/password", fields);
    assert.match(done.location ?? done.text, /done=password_changed/);
  },
  "an administrator sets another password": async (licet) =>
    changeAlice(licet, { passwordHash: await hashPassword("chosen by somebody else") }),
  "the user is disabled": (licet) => changeAlice(licet, { enabled: false }),
  "the user is disabled, and enabled again": async (licet) => {
    await changeAlice(licet, { enabled: false });
    await changeAlice(licet, { enabled: true });
  },
  "the user is deleted": async (licet) =>
    commit(licet, { op: "delete", kind: "user", value: await getAlice(licet) }),
  "the user withdraws the consent": async (_licet, browser) => {
    const form = readForm(await browser.get("/account"), `value="${SHOP_CLIENT.client_id}"`);
    assert.ok(form.every(([name]) => name !== "scope"));
    const done = await browser.post("/account/consents/withdraw", form);
    assert.match(done.location ?? done.text, /done=consent_withdrawn/);
  },
  "the application is disabled": (licet) => changeShop(licet, false),
  "the application is disabled, and enabled again": async (licet) => {
    await changeShop(licet, false);
    await changeShop(licet, true);
  },
};

async function getAlice({ services }: RunningLicet) {
  const alice = await services.storage.state.findUserByUsername(ALICE.username);
  assert.ok(alice);
  return alice;
}

const changeAlice = async (licet: RunningLicet, change: object) =>
  commit(licet, { op: "put", kind: "user", value: { ...(await getAlice(licet)), ...change } });

async function changeShop(licet: RunningLicet, enabled: boolean): Promise<void> {
  const found = await licet.services.storage.clients.find(SHOP_CLIENT.client_id);
  assert.ok(found.value && "application" in found.value);
  await commit(licet, { op: "put", kind: "application", value: { ...found.value.application, enabled } });
}

async function commit({ services }: RunningLicet, change: Change): Promise<void> {
  await services.storage.state.commit([change], { name: "test", at: services.clock.milliseconds() });
}
