import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createPageBrowser, type PageAnswer } from "./page-browser.ts";
import { type RunningPages, startPages } from "./start-pages.ts";
import { PASSWORD, PEOPLE_AND_GUESSED } from "./world.ts";

/** The first takes addresses from a proxy it trusts; the second trusts none. */
let behindProxy: RunningPages;
let direct: RunningPages;
before(async () => {
  const state = PEOPLE_AND_GUESSED;
  behindProxy = await startPages({ state, settings: { trusted_proxies: "127.0.0.1" } });
  direct = await startPages({ state });
});
after(() => Promise.all([behindProxy.stop(), direct.stop()]));

async function tryFrom(
  pages: RunningPages,
  ip: string,
  username: string,
  password = "wrong",
): Promise<PageAnswer> {
  const browser = createPageBrowser(pages.url, { "x-forwarded-for": ip });
  const page = await browser.openLogin();
  return browser.post("/login", { ...page.fields, username, password });
}

function assertThrottled(answer: PageAnswer): void {
  assert.equal(answer.status, 429);
  const seconds = Number(answer.headers["retry-after"]);
  assert.ok(seconds > 0 && seconds <= 900, `retry-after: ${seconds}`);
  assert.match(answer.text, /Too many attempts/);
}

describe("RFC 6585 §4: the limiter of sign-ins", () => {
  test("an account has ten attempts, from wherever they come, and the right password is not looked at", async () => {
    const pages = await startPages({ settings: { trusted_proxies: "127.0.0.1" } });
    for (let count = 1; count <= 10; count += 1)
      assert.equal((await tryFrom(pages, `192.0.2.${count}`, "ada")).status, 400);
    assertThrottled(await tryFrom(pages, "192.0.2.11", "ada", PASSWORD));
    assertThrottled(await tryFrom(pages, "192.0.2.12", "ADA", PASSWORD));
    assert.equal((await tryFrom(pages, "192.0.2.12", "ben", PASSWORD)).status, 303, "others are not touched");
    pages.clock.advance(900);
    assert.equal((await tryFrom(pages, "192.0.2.12", "ada", PASSWORD)).status, 303, "after the window");
    await pages.stop();
  });

  test("fifty attempts at once are no way around it", async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => tryFrom(behindProxy, `198.51.100.${index}`, "stormed")),
    );
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 400).length, 10);
    assert.equal(statuses.filter((status) => status === 429).length, 40);
  });

  test("an IPv6 network of 64 bits has a hundred, however many addresses it takes", async () => {
    for (let count = 0; count < 100; count += 1) {
      const answer = await tryFrom(behindProxy, `2001:db8:5:6::${count.toString(16)}`, `guess${count}`);
      assert.equal(answer.status, 400);
    }
    assertThrottled(await tryFrom(behindProxy, "2001:db8:5:6:ffff::1", "ben", PASSWORD));
    assert.equal((await tryFrom(behindProxy, "2001:db8:5:7::1", "ben", PASSWORD)).status, 303);
  });

  test("an address from an untrusted header changes nothing", async () => {
    for (let count = 0; count < 100; count += 1) await tryFrom(direct, `203.0.113.${count}`, `guess${count}`);
    assertThrottled(await tryFrom(direct, "198.51.100.1", "ada", PASSWORD));
    const failed = await direct.auditLog("user.sign_in_failed");
    assert.deepEqual([...new Set(failed.map(({ ip }) => ip))], ["127.0.0.1"]);
  });

  test("the current password of the account page has ten attempts as well", async () => {
    const pages = await startPages();
    const browser = createPageBrowser(pages.url);
    await browser.signIn("ada", PASSWORD);
    const { text } = await browser.get("/account");
    const csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1];
    const change = (current_password: string) =>
      browser.post("/account/password", { csrf, current_password, new_password: "another good one" });
    for (let count = 0; count < 10; count += 1) assert.equal((await change("wrong")).status, 400);
    assertThrottled(await change(PASSWORD));
    assert.equal(
      (await createPageBrowser(pages.url).signIn("ada", PASSWORD)).status,
      303,
      "signing in is another thing",
    );
    await pages.stop();
  });
});
