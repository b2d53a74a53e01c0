// @engine postgres: a part needs two nodes, and the rest is stored alike on every engine.

/** A link for a new password is worth what its issuer could do at the moment it is used, not when it was made. */

import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { describeOn } from "../../../support/engines.ts";
import { createServerDatabase } from "../../../support/server-database.ts";
import {
  type Browser,
  createBrowser,
  exchange,
  getCode,
  isLoginPage,
  type Page,
  readForm,
  signIn,
} from "../../../support/sign-in.ts";
import { ENGINE, type RunningLicet, startLicet } from "../../../support/start-licet.ts";
import { type Caller, callerWith, createCaller, startGuarded } from "../guarded-api.ts";
import { secretOf, service } from "../world.ts";

const OLGA = { username: "olga", password: "olga runs the service desk" };
const PANEL = { client_id: "panel", client_secret: secretOf("panel") };
const CALLBACK = "https://panel.example.test/cb";

const WORLD = `
resources:
  - { name: orders, identifier: https://orders.example.test, actions: { read: { description: See orders } } }
users:
  - { username: ${OLGA.username}, password: ${OLGA.password} }
  - { username: bob, password: bob had this one before }
  - { username: root, password: root had this one before }
applications:
${service("admin")}
${service("helpdesk", `, access_accounts: [{ access_key: ak_helpdesk, secret_key: "${secretOf("ak_helpdesk")}" }]`)}
${service("chief")}
  - { client_id: panel, name: panel, type: web, client_secret: "${PANEL.client_secret}", first_party: true, redirect_uris: ["${CALLBACK}"], delegated: [licet:users.write] }
assignments:
  - { principal: application:admin, role: licet-administrator }
  - { principal: application:helpdesk, permission: licet:users.write }
  - { principal: application:chief, permission: licet:users.write }
  - { principal: application:chief, permission: licet:escalate }
  - { principal: user:olga, permission: licet:users.write }
  - { principal: user:root, role: licet-administrator }
`;
const OLD = { bob: "bob had this one before", root: "root had this one before" };
const NEW = "a password that came by a link";

let licet: RunningLicet;
let admin: Caller;
before(async () => {
  licet = await startGuarded(WORLD);
  admin = await createCaller(licet, "admin");
});
beforeEach(async () => {
  for (const id of ["bob", "root"]) await admin("DELETE", `/users/${id}?cascade=true`);
  for (const id of ["helpdesk", "chief", "panel"]) await admin("DELETE", `/applications/${id}?cascade=true`);
  await admin("DELETE", "/users/olga?cascade=true");
  await licet.apply(WORLD);
});
after(() => licet.stop());

const linkBy = async (caller: Caller, user: string): Promise<string> => {
  const { status, body, text } = await caller("POST", `/users/${user}/password-resets`, {});
  assert.equal(status, 201, text);
  const { pathname, search } = new URL(body.url);
  return pathname + search;
};

async function choose(browser: Browser, page: Page): Promise<Page> {
  const fields = readForm(page, 'id="reset-submit"').filter(([name]) => name !== "new_password");
  return browser.post("/reset-password", [...fields, ["new_password", NEW]]);
}

async function canSignIn({ url }: RunningLicet, username: string, password: string): Promise<boolean> {
  const browser = createBrowser(url);
  const login = await browser.get((await browser.get("/account")).location ?? "");
  return !isLoginPage(await signIn(browser, login, { username, password }));
}

/** Shows the page of a link, lets something happen, and uses the link: by the form that is open, and anew. */
async function assertVoidAfter(link: string, user: keyof typeof OLD, happens: () => Promise<unknown>) {
  const browser = createBrowser(licet.url);
  const page = await browser.get(link);
  assert.equal(page.status, 200, "good until then");
  await happens();
  for (const answer of [await browser.get(link), await choose(browser, page)]) {
    assert.equal(answer.status, 400);
    assert.match(answer.text, /This link does not work any more/);
  }
  assert.ok(await canSignIn(licet, user, OLD[user]), "the password is the old one");
}

async function assign(principal: string, permission: string): Promise<void> {
  const { status, text } = await admin("POST", "/assignments", { principal, permission });
  assert.equal(status, 201, text);
}
async function unassign(principal: string, permission: string): Promise<void> {
  const { body } = await admin("GET", `/assignments?principal=${encodeURIComponent(principal)}`);
  assert.ok(body.items.length > 0, principal);
  for (const item of body.items)
    if (item.permission === permission)
      assert.equal((await admin("DELETE", `/assignments/${item.id}`)).status, 204);
}

/** Olga, at an application of the firm that acts for her. */
async function olgaAtPanel(): Promise<Caller> {
  const request = {
    client_id: PANEL.client_id,
    response_type: "code",
    redirect_uri: CALLBACK,
    scope: "licet:users.write",
  };
  const code = await getCode(createBrowser(licet.url), request, OLGA);
  const { body } = await exchange(licet, code, { ...PANEL, redirect_uri: CALLBACK });
  return callerWith(licet, String(body.access_token));
}

describe("a link is void when its user has more permissions since than its issuer", () => {
  for (const permission of ["orders:read", "licet:audit.read"])
    test(permission, async () => {
      const link = await linkBy(await createCaller(licet, "helpdesk", "licet:users.write"), "bob");
      await assertVoidAfter(link, "bob", () => assign("user:bob", permission));
    });

  test("and good again for an issuer that holds and carries as much", async () => {
    await assign("application:helpdesk", "licet:audit.read");
    const link = await linkBy(
      await createCaller(licet, "helpdesk", "licet:users.write licet:audit.read"),
      "bob",
    );
    await assign("user:bob", "licet:audit.read");
    const browser = createBrowser(licet.url);
    assert.equal((await choose(browser, await browser.get(link))).status, 200);
    assert.ok(await canSignIn(licet, "bob", NEW));
  });

  test("also when the issuer holds it, but its token did not carry it", async () => {
    await assign("application:helpdesk", "licet:audit.read");
    const link = await linkBy(await createCaller(licet, "helpdesk", "licet:users.write"), "bob");
    await assertVoidAfter(link, "bob", () => assign("user:bob", "licet:audit.read"));
  });
});

describe("a link is void when its issuer", () => {
  const helpdesk = { name: "helpdesk", type: "service" };
  const endings: Readonly<Record<string, () => Promise<unknown>>> = {
    "was disabled": () => admin("PUT", "/applications/helpdesk", { ...helpdesk, enabled: false }),
    "was deleted": () => admin("DELETE", "/applications/helpdesk?cascade=true"),
    "may not change users any more": () => unassign("application:helpdesk", "licet:users.write"),
  };
  for (const [ending, happens] of Object.entries(endings))
    test(ending, async () => {
      const link = await linkBy(await createCaller(licet, "helpdesk", "licet:users.write"), "bob");
      await assertVoidAfter(link, "bob", happens);
    });

  test("used an access account that was disabled", async () => {
    const link = await linkBy(await createCaller(licet, "ak_helpdesk", "licet:users.write"), "bob");
    await assertVoidAfter(link, "bob", () =>
      admin("PUT", "/applications/helpdesk/access-accounts/ak_helpdesk", { enabled: false }),
    );
  });

  test("carried licet:escalate, and does not hold it any more", async () => {
    const chief = await createCaller(licet, "chief", "licet:users.write licet:escalate");
    const link = await linkBy(chief, "root");
    await assertVoidAfter(link, "root", () => unassign("application:chief", "licet:escalate"));
  });

  const ofUsers: Readonly<Record<string, () => Promise<unknown>>> = {
    "is a user who was disabled": () => admin("PUT", "/users/olga", { enabled: false }),
    "is a user who was deleted": () => admin("DELETE", "/users/olga?cascade=true"),
    "is a user who may not change users any more": () => unassign("user:olga", "licet:users.write"),
    "is a user whose application was disabled": () =>
      admin("PUT", "/applications/panel", { name: "panel", type: "web", enabled: false }),
  };
  for (const [ending, happens] of Object.entries(ofUsers))
    test(ending, async () => assertVoidAfter(await linkBy(await olgaAtPanel(), "bob"), "bob", happens));
});

describe("a link does not come back with its issuer, who", () => {
  const path = "/applications/helpdesk";
  const account = `${path}/access-accounts/ak_helpdesk`;
  const helpdesk = { name: "helpdesk", type: "service" };
  const enabledAgain = async (at: string, body: object) => {
    for (const enabled of [false, true])
      assert.equal((await admin("PUT", at, { ...body, enabled })).status, 200);
  };
  const createdAgain = async (at: string) => {
    assert.equal((await admin("DELETE", `${at}?cascade=true`)).status, 204);
    await licet.apply(WORLD);
  };
  const returns: Readonly<Record<string, readonly [clientId: string, () => Promise<void>]>> = {
    "is enabled again": ["helpdesk", () => enabledAgain(path, helpdesk)],
    "is created again": ["helpdesk", () => createdAgain(path)],
    "used an access account that is enabled again": ["ak_helpdesk", () => enabledAgain(account, {})],
    "used an access account that is created again": ["ak_helpdesk", () => createdAgain(account)],
    "used an access account of an application that is created again": [
      "ak_helpdesk",
      () => createdAgain(path),
    ],
  };
  for (const [name, [clientId, happens]] of Object.entries(returns))
    test(name, async () => {
      const link = await linkBy(await createCaller(licet, clientId, "licet:users.write"), "bob");
      await assertVoidAfter(link, "bob", happens);
    });

  const ofUsers: Readonly<Record<string, () => Promise<unknown>>> = {
    "is a user who is enabled again": () => enabledAgain("/users/olga", {}),
    "is a user who got another password": () =>
      admin("PUT", "/users/olga", { password: "olga has another one since" }),
    "is a user whose application is created again": () => createdAgain("/applications/panel"),
  };
  for (const [name, happens] of Object.entries(ofUsers))
    test(name, async () => assertVoidAfter(await linkBy(await olgaAtPanel(), "bob"), "bob", happens));
});

test("a link whose issuer is as it was works once", async () => {
  const browser = createBrowser(licet.url);
  const link = await linkBy(await olgaAtPanel(), "bob");
  assert.equal((await choose(browser, await browser.get(link))).status, 200);
  assert.equal((await browser.get(link)).status, 400);
  assert.deepEqual(
    [await canSignIn(licet, "bob", OLD.bob), await canSignIn(licet, "bob", NEW)],
    [false, true],
  );
});

describeOn("postgres", "two nodes on one database", () => {
  test("permissions that were given on one node make a link void on the other within two seconds", async (t) => {
    const database = await createServerDatabase(ENGINE);
    const baseUrl = "http://127.0.0.1:4455";
    const one = await startLicet({ state: WORLD, database, baseUrl });
    const two = await startLicet({ state: "", database, baseUrl });
    t.after(async () => {
      await Promise.all([one.stop(), two.stop()]);
      await database.drop();
    });
    const link = await linkBy(await createCaller(one, "helpdesk", "licet:users.write"), "bob");
    const there = createBrowser(two.url);
    const page = await there.get(link);
    assert.equal(page.status, 200, "made on one node, good on the other");
    await one.apply("assignments: [{ principal: user:bob, permission: orders:read }]");
    assert.equal((await choose(there, page)).status, 400);
    assert.equal((await there.get(link)).status, 400);
    assert.ok(await canSignIn(two, "bob", OLD.bob));
  });
});
