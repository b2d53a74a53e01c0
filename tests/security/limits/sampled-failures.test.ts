// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { StoredAuditEvent } from "../../../packages/server/src/audit/events.ts";
import {
  authorizationPath,
  createBrowser,
  exchange,
  isLoginPage,
  refresh,
  signIn,
} from "../../support/sign-in.ts";
import { postForm } from "../../support/start-licet.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { CALLBACK, createRequest, DESK, SPA_CALLBACK } from "../../support/storefront.ts";

const WITH_A_ROW = 20;
const TIMES = 30;

let front: Storefront;
before(async () => {
  front = await startStorefront({
    settings: { trusted_proxies: "127.0.0.1" },
    oneWorker: "each worker samples for itself",
  });
});
after(() => front.stop());

type Form = Readonly<Record<string, string>>;
const ask = (form: Form, address: string) =>
  postForm(`${front.url}/oidc/token`, form, { "x-forwarded-for": address });

async function times(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

const listEvents = async (type: string, address: string): Promise<readonly StoredAuditEvent[]> =>
  (await front.services.storage.audit.list({ type }, 1_000)).filter(({ ip }) => ip === address);

/** All events so far, also those that the server would write in the background later. */
async function writeEvents(type: string, address: string): Promise<readonly StoredAuditEvent[]> {
  await front.runJob("audit");
  return listEvents(type, address);
}

/** All within one minute of the server's clock. */
function beginMinute(): void {
  front.clock.advance(60 - (front.clock.seconds() % 60));
}

/** The rows, and behind them the one with the count once the minute is over. */
async function expectSampled(type: string, address: string, summary: object): Promise<void> {
  const rows = await writeEvents(type, address);
  assert.equal(rows.length, WITH_A_ROW);
  assert.ok(rows.every(({ data, requestId }) => data?.count === undefined && requestId !== undefined));
  front.clock.advance(60);
  const [counted, ...others] = await writeEvents(type, address);
  assert.equal(others.length, WITH_A_ROW);
  const { id: _, at, ...rest } = counted as StoredAuditEvent;
  assert.ok(at <= front.clock.milliseconds());
  assert.deepEqual(rest, { type, ip: address, ...summary });
}

describe("failures of unauthenticated callers: the first of a minute have rows, the rest a count", () => {
  test("a wrong secret", async () => {
    beginMinute();
    const form = { grant_type: "client_credentials", client_id: DESK.client_id, client_secret: "wrong" };
    await times(TIMES, () => ask(form, "192.0.2.1"));
    const data = { error: "invalid_client", count: TIMES - WITH_A_ROW };
    await expectSampled("token.denied", "192.0.2.1", { actor: `client:${DESK.client_id}`, data });
  });

  test("client ids that do not exist, however many: they are one", async () => {
    beginMinute();
    await times(TIMES, (index) =>
      ask(
        { grant_type: "client_credentials", client_id: `made-up-${index}`, client_secret: "x" },
        "192.0.2.2",
      ),
    );
    const data = { error: "invalid_client", count: TIMES - WITH_A_ROW };
    await expectSampled("token.denied", "192.0.2.2", { actor: "unknown", data });
  });

  test("a code or refresh token that was made up, in the name of a public client", async () => {
    beginMinute();
    await times(TIMES, (index) =>
      ask(
        index % 2
          ? {
              grant_type: "authorization_code",
              client_id: "spa",
              code: `${index}`,
              redirect_uri: SPA_CALLBACK,
            }
          : { grant_type: "refresh_token", client_id: "spa", refresh_token: `${index}` },
        "192.0.2.3",
      ),
    );
    const data = { error: "invalid_grant", count: TIMES - WITH_A_ROW };
    await expectSampled("token.denied", "192.0.2.3", { actor: "client:spa", data });
  });

  test("an authorization request that may show no page, of a browser without a signed-in user", async () => {
    beginMinute();
    const path = authorizationPath(createRequest(DESK, { prompt: "none" }));
    await times(TIMES, () => createBrowser(front.url).get(path, { "x-forwarded-for": "192.0.2.4" }));
    const data = { error: "login_required", count: TIMES - WITH_A_ROW };
    const target = `application:${DESK.client_id}`;
    await expectSampled("authorization.denied", "192.0.2.4", { actor: "browser", target, data });
  });

  test("passwords that are tried, on many accounts", async () => {
    beginMinute();
    const address = { "x-forwarded-for": "192.0.2.5" };
    const browser = createBrowser(front.url);
    const there = {
      ...browser,
      get: (path: string) => browser.get(path, address),
      post: (path: string, fields: Parameters<typeof browser.post>[1]) => browser.post(path, fields, address),
    };
    const begun = await there.get("/login");
    for (let time = 0; time < TIMES; time += 1) {
      const page = await there.get(String(begun.location));
      const failed = await signIn(there, page, { username: `nobody-${time}`, password: "wrong" });
      assert.ok(isLoginPage(failed));
    }
    const data = { reason: "unknown_user", count: TIMES - WITH_A_ROW };
    await expectSampled("user.sign_in_failed", "192.0.2.5", { actor: "browser", data });
  });
});

describe("each of these has a row", () => {
  test("a refusal of a client that proved who it is", async () => {
    beginMinute();
    const form = { grant_type: "refresh_token", refresh_token: "made up", ...DESK };
    await times(TIMES, () => ask(form, "192.0.2.11"));
    const rows = await writeEvents("token.denied", "192.0.2.11");
    assert.equal(rows.length, TIMES);
    assert.ok(rows.every(({ data }) => data?.error === "invalid_grant"));
  });

  test("a request with refused scopes", async () => {
    beginMinute();
    const form = { grant_type: "client_credentials", ...DESK, scope: "orders:read payroll:read" };
    const refused = { "orders:read": "not_granted", "payroll:read": "not_granted" };
    await times(TIMES, () => ask(form, "192.0.2.12"));
    const rows = await writeEvents("token.issued", "192.0.2.12");
    assert.equal(rows.length, TIMES);
    for (const { data } of rows) assert.deepEqual(data?.refused, refused);
  });

  test("a replay of a code, whose event says so", async () => {
    beginMinute();
    const code = await front.code();
    assert.equal((await front.redeem(code)).status, 200);
    const form = { ...DESK, redirect_uri: CALLBACK };
    for (let time = 0; time < TIMES; time += 1) {
      const { status, body } = await ask({ grant_type: "authorization_code", code, ...form }, "192.0.2.13");
      assert.deepEqual([status, body.error], [400, "invalid_grant"]);
    }
    await expectReplays("192.0.2.13", "code");
    assert.deepEqual(await listEvents("token.denied", "192.0.2.13"), [], "it is recorded once");
  });

  test("a replay of a refresh token, also after it ended what it belongs to", async () => {
    const { refresh_token } = await front.tokens({ scope: "openid offline_access" });
    const first = await refresh(front, refresh_token, DESK);
    assert.equal(first.status, 200);
    front.clock.advance(11);
    beginMinute();
    for (let time = 0; time < TIMES; time += 1)
      await ask({ grant_type: "refresh_token", refresh_token, ...DESK }, "192.0.2.14");
    await expectReplays("192.0.2.14", "refresh_token");
    const successor = {
      grant_type: "refresh_token",
      refresh_token: String(first.body.refresh_token),
      ...DESK,
    };
    await ask(successor, "192.0.2.14");
    const [denied, ...others] = await writeEvents("token.denied", "192.0.2.14");
    assert.equal(
      denied?.data?.error,
      "invalid_grant",
      "the successor was never used: it is over, and no replay",
    );
    assert.equal(others.length, 0);
  });

  test("an invalid token is no replay", async () => {
    beginMinute();
    const code = await front.code();
    const elsewhere = { "x-forwarded-for": "192.0.2.15" };
    const wrong = { grant_type: "authorization_code", code, ...DESK, redirect_uri: CALLBACK };
    await postForm(`${front.url}/oidc/token`, { ...wrong, code_verifier: "v".repeat(43) }, elsewhere);
    await postForm(`${front.url}/oidc/token`, wrong, elsewhere);
    const rows = await writeEvents("token.denied", "192.0.2.15");
    assert.equal(rows.length, 2, "the wrong verifier made the code void; it was never redeemed");
    assert.deepEqual(await listEvents("token.replayed", "192.0.2.15"), []);
  });

  test("of a code that comes many times at once, all but one are replays", async () => {
    const code = await front.code();
    await front.runJob("audit");
    const before = (await front.services.storage.audit.list({ type: "token.replayed" }, 1_000)).length;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => exchange(front, code, { ...DESK, redirect_uri: CALLBACK })),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    await front.runJob("audit");
    const replays = await front.services.storage.audit.list({ type: "token.replayed" }, 1_000);
    assert.equal(replays.length - before, 19);
  });

  async function expectReplays(address: string, kind: string): Promise<void> {
    const rows = await writeEvents("token.replayed", address);
    assert.equal(rows.length, TIMES);
    for (const { actor, data } of rows) {
      assert.equal(actor, `client:${DESK.client_id}`);
      assert.equal(data?.kind, kind);
      assert.match(String(data?.sub), /^usr_/);
      assert.match(String(data?.delegation), /^dlg_/);
    }
    const minute = Math.floor(front.clock.milliseconds() / 60_000);
    const counted = await front.services.storage.audit.counters("tokens_replayed", minute - 5, minute);
    const ofKind = counted.filter(({ label }) => label === kind);
    assert.ok(ofKind.reduce((sum, { count }) => sum + count, 0) >= TIMES);
  }
});
