// @engine both: several nodes on PostgreSQL have a link each.

import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { createSetup } from "../../../packages/server/src/setup/create-setup.ts";
import { setupUrl } from "../../../packages/server/src/setup/setup-path.ts";
import { describeOn } from "../../support/engines.ts";
import { createMovableClock } from "../../support/movable-clock.ts";
import {
  authorize,
  type Browser,
  createBrowser,
  followRedirects,
  isLoginPage,
  type Page,
  readForm,
  signInAndConsent,
} from "../../support/sign-in.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { createPkce } from "../../support/storefront.ts";

const STATE = `
users:
  - { username: alice, email: alice@example.test, password: alice has a long password }
  - { username: auditor, password: the auditor reads everything }
applications:
  - { client_id: shop, client_secret: a secret of the shop that is long enough, name: Shop, type: web, redirect_uris: [http://127.0.0.1:1/callback] }
  - { client_id: robot, client_secret: a secret of the robot that is long enough, name: Robot, type: service }
assignments:
  - { principal: user:auditor, permission: licet:audit.read }
`;
const OLGA = { username: "olga", password: "olga keeps it running" };

const clock = createMovableClock();
let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ readsLog: true, state: STATE, clock });
});
after(() => licet.stop());
/** Each test begins without an administrator. */
beforeEach(() => removeAdministrators(licet));

/** As an operator does it who has the database: the API would refuse. */
async function removeAdministrators({ services }: RunningLicet): Promise<void> {
  const { state } = services.storage;
  const gone = (await state.list("assignment")).filter(({ role }) => role === "licet-administrator");
  const users = (await state.list("user")).filter(({ username }) => username === OLGA.username);
  await state.commit(
    [
      ...gone.map((value) => ({ op: "delete", kind: "assignment", value }) as const),
      ...users.map((value) => ({ op: "delete", kind: "user", value }) as const),
    ],
    { name: "test", at: clock.milliseconds() },
  );
  // The name of a deleted user stays reserved, and the next test wants it again.
  if (users.length > 0)
    await state.releaseName(
      { kind: "user", name: OLGA.username },
      { name: "test", at: clock.milliseconds() },
    );
}

async function issue(node = licet): Promise<string> {
  const { token } = await createSetup(node.services).setupLinks.issue();
  assert.match(token, /^lst_[\w-]{43}$/);
  return setupUrl("", token);
}

async function open(link: string, node = licet): Promise<{ browser: Browser; page: Page }> {
  const browser = createBrowser(node.url);
  return { browser, page: await followRedirects(browser, await browser.get(link)) };
}

const create = (browser: Browser, page: Page, person = OLGA, headers = {}): Promise<Page> => {
  const csrf = readForm(page, 'id="setup-submit"').filter(([name]) => name === "csrf");
  const chosen = [
    ["username", person.username],
    ["new_password", person.password],
  ] as const;
  return browser.post("/setup", [...csrf, ...chosen], headers);
};

const isVoid = ({ status, text }: Page): boolean =>
  status === 400 && text.includes("This setup link does not work any more");

async function countAdministrators({ services }: RunningLicet): Promise<number> {
  const assignments = await services.storage.state.list("assignment");
  return assignments.filter(({ role }) => role === "licet-administrator").length;
}

const consoleRequest = ({ url }: RunningLicet) => ({
  client_id: "licet-console",
  response_type: "code",
  redirect_uri: `${url}/console/callback`,
  scope: "openid",
  ...createPkce().challenge,
});

test("the operator opens the link, chooses name and password, and is signed in to the console", async () => {
  const link = await issue();
  const token = link.slice(link.lastIndexOf("/") + 1);
  const browser = createBrowser(licet.url);
  const opened = await browser.get(link);
  assert.deepEqual([opened.status, opened.location], [303, "/setup"]);
  assert.equal(opened.headers.get("referrer-policy"), "no-referrer");
  assert.equal(opened.headers.get("cache-control"), "no-store");
  const cookie = opened.headers.getSetCookie().find((line) => line.startsWith("licet_setup=")) ?? "";
  assert.match(cookie, /^licet_setup=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  assert.ok(!cookie.includes(token.slice(4)), "the address of the link holds another value than the cookie");

  const page = await browser.get("/setup");
  assert.equal(page.status, 200);
  assert.match(page.text, /At least 8 characters/);
  assert.match(page.text, /licet admin create/);
  assert.ok(!page.text.includes(token) && !page.text.includes(browser.cookies.get("licet_setup") ?? "?"));
  const cookieBefore = browser.cookies.get("licet_setup");
  const created = await create(browser, page);
  assert.deepEqual([created.status, created.location], [303, "/console/"], created.text);
  assert.ok(!browser.cookies.has("licet_setup"));

  const answer = await authorize(browser, consoleRequest(licet));
  assert.match(answer.location ?? "", /\/console\/callback\?code=/, "no page asks for the password");
  const again = await signInAndConsent(createBrowser(licet.url), consoleRequest(licet), OLGA);
  assert.match(again.location ?? "", /\/console\/callback\?code=/);
  const olga = await licet.services.storage.state.findUserByUsername("olga");
  const [appointed] = (await licet.services.storage.state.list("assignment")).filter(
    ({ role }) => role === "licet-administrator",
  );
  assert.equal(appointed?.principal, `user:${olga?.id}`);

  browser.cookies.set("licet_setup", cookieBefore ?? "");
  for (const replay of [
    await browser.get("/setup"),
    await create(browser, page, { ...OLGA, username: "eve" }),
  ])
    assert.ok(isVoid(replay), replay.text);
  assert.ok(isVoid((await open(link)).page));
  assert.equal(await countAdministrators(licet), 1);

  await licet.runJob("audit");
  const items = await licet.services.storage.audit.list({}, 100);
  const auditLog = JSON.stringify(items);
  const [written] = items.filter(({ type, actor }) => type.startsWith("user.") && actor === "setup");
  assert.ok(written?.ip !== undefined && written.requestId !== undefined, auditLog);
  for (const secret of [token, cookieBefore ?? "?", OLGA.password])
    assert.ok(!auditLog.includes(secret) && !licet.logged().includes(secret));
});

test("one browser gets the link, and its token is spent from then on", async () => {
  const link = await issue();
  const { browser, page } = await open(link);
  assert.equal(page.status, 200);
  assert.ok(isVoid((await open(link)).page), "another browser comes too late");
  const reopened = await followRedirects(browser, await browser.get(link));
  assert.equal(reopened.status, 200, "the same browser may open it again");
  assert.equal((await create(browser, reopened)).status, 303);
});

test("an unknown, expired or malformed link looks the same, and its token leaves the address", async () => {
  const expiring = await issue();
  const { browser, page } = await open(await issue());
  clock.advance(3_601);
  const answers = [];
  for (const link of [
    expiring,
    `/setup/lst_${"A".repeat(43)}`,
    "/setup/lst_x",
    `/setup/${"A".repeat(43)}`,
    "/setup/%00",
    "/setup/..%2fconsole",
  ]) {
    const stranger = createBrowser(licet.url);
    const answer = await stranger.get(link);
    assert.deepEqual([answer.status, answer.location], [303, "/setup"], link);
    assert.ok(!stranger.cookies.has("licet_setup"));
    answers.push((await followRedirects(stranger, answer)).text.replaceAll(/[0-9a-f-]{36}/g, ""));
  }
  assert.equal(new Set(answers).size, 1);
  assert.ok(isVoid(await browser.get("/setup")), "an opened link expires, too");
  assert.ok(isVoid(await create(browser, page)));
  for (const forged of ["", "x", "A".repeat(43), "lst_".padEnd(43, "A")])
    assert.ok(isVoid(await createBrowser(licet.url, new Map([["licet_setup", forged]])).get("/setup")));
  assert.equal(await countAdministrators(licet), 0);
});

test("a name or a password that cannot be used is told, nothing is created, and the link still works", async () => {
  const { browser, page } = await open(await issue());
  for (const [person, message] of [
    [{ ...OLGA, password: "4 by 4" }, /too short/],
    [{ ...OLGA, password: "x".repeat(4_097) }, /too long/],
    [{ ...OLGA, username: "" }, /username cannot be used/],
    [{ ...OLGA, username: "two words" }, /username cannot be used/],
    [{ ...OLGA, username: "*" }, /username cannot be used/],
    [{ ...OLGA, username: "usr_olga" }, /username cannot be used/],
    [{ ...OLGA, username: "alice" }, /Another user has or had this username/],
    [{ ...OLGA, username: "alice@example.test" }, /Another user has or had this username/],
    [{ ...OLGA, username: "ALICE" }, /Another user has or had this username/],
    [{ ...OLGA, username: "ａlice@Example.test" }, /Another user has or had this username/],
  ] as const) {
    const refused = await create(browser, page, person);
    assert.equal(refused.status, 400, person.username);
    assert.match(refused.text, message);
    assert.match(refused.text, /aria-invalid="true"/);
    assert.ok(!refused.text.includes(person.password));
  }
  const alice = await licet.services.storage.state.findUserByUsername("alice");
  assert.equal(await countAdministrators(licet), 0);
  assert.equal((await create(browser, page, { ...OLGA, username: "  olga " })).status, 303);
  assert.deepEqual(await licet.services.storage.state.findUserByUsername("alice"), alice, "she is unchanged");
});

describe("an administrator who was created in another way makes every link void", () => {
  const ways: Record<string, string> = {
    "a user": "assignments: [{ principal: user:alice, role: licet-administrator }]",
    "an application": "assignments: [{ principal: application:robot, role: licet-administrator }]",
    "by a role that inherits it": `
roles: [{ name: boss, inherits: [licet-administrator] }]
assignments: [{ principal: user:alice, role: boss }]`,
    "by a group": `
groups: [{ name: board, members: [user:alice] }]
assignments: [{ principal: group:board, role: licet-administrator }]`,
  };
  for (const [way, yaml] of Object.entries(ways)) {
    test(way, async (t) => {
      t.after(() => licet.apply("roles: [{ name: boss }]"));
      const waiting = await issue();
      const { browser, page } = await open(await issue());
      await licet.apply(yaml);
      assert.ok(isVoid((await open(waiting)).page));
      assert.ok(isVoid(await browser.get("/setup")));
      assert.ok(isVoid(await create(browser, page)));
      assert.equal(await licet.services.storage.state.findUserByUsername("olga"), undefined);
    });
  }

  test("and they stay void when that administrator is removed", async () => {
    const waiting = await issue();
    const { browser, page } = await open(await issue());
    await licet.apply("assignments: [{ principal: user:alice, role: licet-administrator }]");
    await removeAdministrators(licet);
    assert.ok(isVoid((await open(waiting)).page));
    assert.ok(isVoid(await create(browser, page)));
    assert.equal((await open(await issue())).page.status, 200, "a new link works");
  });
});

test("of ten links that are used at the same moment, one creates an administrator", async () => {
  const opened = await Promise.all(Array.from({ length: 10 }, async () => open(await issue())));
  const answers = await Promise.all(
    opened.map(({ browser, page }, i) =>
      create(browser, page, { ...OLGA, username: i === 0 ? "olga" : `olga${i}` }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 303).length, 1);
  assert.equal(answers.filter(isVoid).length, 9);
  assert.equal(await countAdministrators(licet), 1);
});

describeOn("postgres", "on several nodes", () => {
  test("each has its own link, and one of them creates an administrator", async (t) => {
    const other = await startLicet({
      readsLog: true,
      state: "",
      clock,
      database: licet.database,
      baseUrl: licet.url,
      settings: { allowed_hosts: "127.0.0.1" },
    });
    t.after(() => other.stop());
    const nodes = [licet, other];
    const links = await Promise.all(nodes.map((node) => issue(node)));
    const [first, second] = await Promise.all(links.map((link) => open(link)));
    assert.ok(first && second);
    const atOther = second.browser.at(other.url);
    const answers = await Promise.all([
      create(first.browser, first.page),
      create(atOther, second.page, { ...OLGA, username: "second" }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 400]);
    assert.equal(await countAdministrators(licet), 1);
    assert.equal(
      (await createSetup(other.services).hasAdministrator()) &&
        (await createSetup(licet.services).hasAdministrator()),
      true,
    );
  });
});

describe("RFC 9700 §4.7: a form that another site sends creates nothing", () => {
  for (const [name, headers] of Object.entries({
    "another origin": { origin: "https://evil.test" },
    "no origin": { origin: "null" },
    "another site": { "sec-fetch-site": "cross-site" },
    "another subdomain": { "sec-fetch-site": "same-site" },
  })) {
    test(name, async () => {
      const { browser, page } = await open(await issue());
      assert.equal((await create(browser, page, OLGA, headers)).status, 403);
      assert.equal(await countAdministrators(licet), 0);
      assert.equal((await browser.get("/setup")).status, 200);
    });
  }

  test("without the token of the form, or with the form of another browser", async () => {
    const { browser, page } = await open(await issue());
    const other = await open(await issue());
    assert.equal((await create(browser, other.page)).status, 403);
    const bare = await browser.post("/setup", [
      ["username", OLGA.username],
      ["new_password", OLGA.password],
    ]);
    assert.equal(bare.status, 403);
    other.browser.cookies.delete("licet_setup");
    assert.ok(isVoid(await create(other.browser, page)), "the form alone opens nothing");
    assert.equal(await countAdministrators(licet), 0);
  });
});

test("guesses are counted by address, and end with 429", async (t) => {
  const strict = await startLicet({
    readsLog: true,
    state: "",
    settings: { limit_anonymous_requests: "5" },
    oneWorker: "the counts of workers add up within two seconds, as those of nodes",
  });
  t.after(() => strict.stop());
  const statuses = [];
  for (let guess = 0; guess < 7; guess += 1)
    statuses.push((await createBrowser(strict.url).get(`/setup/lst_${String(guess).repeat(43)}`)).status);
  assert.deepEqual(statuses, [303, 303, 303, 303, 303, 429, 429]);
});

describe("the login page of the console, while there is no administrator", () => {
  test("says what to do, in place of the form", async () => {
    const page = await authorize(createBrowser(licet.url), consoleRequest(licet));
    assert.equal(page.status, 200);
    assert.ok(!isLoginPage(page));
    assert.match(page.text, /There is no administrator yet/);
    assert.match(page.text, /licet admin link/);
    assert.match(page.text, /licet admin create/);
    const chinese = await authorize(createBrowser(licet.url), { ...consoleRequest(licet), ui_locales: "zh" });
    assert.match(chinese.text, /还没有管理员/);
  });

  test("still leads users who may use a part of the console to the form", async () => {
    const browser = createBrowser(licet.url);
    const page = await authorize(browser, consoleRequest(licet));
    const [, path = ""] = /<a href="(\/login[^"]+)"/.exec(page.text) ?? [];
    const login = await browser.get(path.replaceAll("&amp;", "&"));
    const fields = readForm(login, 'id="login-submit"').filter(
      ([name]) => !/^(username|password)$/.test(name),
    );
    const wrong = await browser.post("/login", [...fields, ["username", "auditor"], ["password", "not it"]]);
    assert.ok(isLoginPage(wrong), "a wrong password is told on the form");
    const person = [
      ["username", "auditor"],
      ["password", "the auditor reads everything"],
    ] as const;
    const signedIn = await browser.post("/login", [...fields, ...person]);
    assert.match(signedIn.location ?? "", /\/console\/callback\?code=/);
  });

  test("is the form again once an administrator exists, and is the form for other applications always", async () => {
    const shop = { client_id: "shop", response_type: "code", redirect_uri: "http://127.0.0.1:1/callback" };
    const atShop = () => authorize(createBrowser(licet.url), { ...shop, scope: "openid" });
    assert.ok(isLoginPage(await atShop()));
    const account = createBrowser(licet.url);
    assert.ok(isLoginPage(await followRedirects(account, await account.get("/account"))));
    await licet.apply("assignments: [{ principal: user:alice, role: licet-administrator }]");
    assert.ok(isLoginPage(await authorize(createBrowser(licet.url), consoleRequest(licet))));
    assert.ok(isLoginPage(await atShop()));
  });

  test("an administrator who cannot act does not count", async () => {
    await licet.apply(`
users: [{ username: former, enabled: false }]
assignments:
  - { principal: user:former, role: licet-administrator }
  - { principal: user:alice, role: licet-administrator, when: "false" }
  - { principal: user:auditor, role: licet-administrator, expires_at: 2020-01-01T00:00:00Z }`);
    assert.ok(!isLoginPage(await authorize(createBrowser(licet.url), consoleRequest(licet))));
    assert.equal((await open(await issue())).page.status, 200);
  });
});
