// @engine both: parallel inserts on PostgreSQL may exceed a bound by the connections of the node.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { runSql } from "../../../packages/server/src/storage/contract/run-sql.ts";
import { authorizationPath, readAuthorizationResponse } from "../../support/sign-in.ts";
import { ENGINE, type Engine, postForm } from "../../support/start-licet.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import {
  CALLBACK,
  createPkce,
  createRequest,
  DESK,
  SHOP_CLIENT,
  SPA_CALLBACK,
} from "../../support/storefront.ts";
import { assertRefused } from "../oauth-refusal.ts";

const LIVE_SECONDS = 90;
const PER_ADDRESS = 50;
const PER_CLIENT = 60;
/** On SQLite one statement runs at a time. On PostgreSQL each connection of the pool may count what the others see. */
const AT_ONCE: Readonly<Record<Engine, number>> = { sqlite: 0, postgres: 10 };

let front: Storefront;
before(async () => {
  const settings = { trusted_proxies: "127.0.0.1", pushed_requests_per_client: String(PER_CLIENT) };
  front = await startStorefront({ settings });
});
after(() => front.stop());

type Form = Readonly<Record<string, string>>;
const push = (form: Form, address = "192.0.2.1") =>
  postForm(`${front.url}/oidc/par`, form, { "x-forwarded-for": address });
const spa = (more: Form = {}): Form => ({
  ...(createRequest({ client_id: "spa" }, { redirect_uri: SPA_CALLBACK }) as Form),
  ...createPkce().challenge,
  ...more,
});
const desk = (more: Form = {}): Form => ({ ...(createRequest(DESK) as Form), ...DESK, ...more });
const pushMany = (times: number, form: () => Form, address?: (index: number) => string) =>
  Promise.all(Array.from({ length: times }, (_, index) => push(form(), address?.(index))));
const statuses = (answers: readonly { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

function assertTooMany(answer: Awaited<ReturnType<typeof push>>): void {
  assertRefused(answer, 429, "temporarily_unavailable");
  assert.match(answer.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
}

describe("RFC 9126 §2.3: what can be pushed is bounded", () => {
  test("of a request only the parameters that are read are stored, without credentials", async () => {
    const resource = "https://orders.example.test";
    const more = { junk: "j".repeat(30_000), acr_values: "x", display: "popup", ui_locales: "", resource };
    const { status, body, text } = await push(desk({ ...more, state: "kept" }));
    assert.equal(status, 201, text);
    const rows = await runSql(front.database.url, "select parameters from pushed_requests");
    const stored = rows.map(({ parameters }) => String(parameters)).find((one) => one.includes("kept"));
    assert.deepEqual(Object.fromEntries(new URLSearchParams(stored)), {
      client_id: DESK.client_id,
      response_type: "code",
      redirect_uri: CALLBACK,
      scope: "openid orders:read",
      state: "kept",
      resource,
    });
    const path = authorizationPath({ client_id: DESK.client_id, request_uri: String(body.request_uri) });
    assert.equal(readAuthorizationResponse(await front.alice.get(path)).state, "kept");
  });

  test("more than 8 kB of them is 413, and nothing is stored", async () => {
    const claims = (length: number) => JSON.stringify({ userinfo: { [`c${"x".repeat(length)}`]: null } });
    const rest = new URLSearchParams(desk({ claims: claims(0) })).toString().length;
    const secret = new URLSearchParams({ client_secret: DESK.client_secret }).toString().length + 1;
    const fitting = 8_192 - (rest - secret);
    const count = async () =>
      Number((await runSql(front.database.url, "select count(*) as n from pushed_requests"))[0]?.n);
    const before = await count();
    assert.equal((await push(desk({ claims: claims(fitting) }))).status, 201);
    assert.equal(await count(), before + 1);
    for (const length of [fitting + 1, 20_000, 60_000])
      assertRefused(await push(desk({ claims: claims(length) })), 413, "invalid_request");
    assertRefused(
      await push(desk({ resource: `https://x.test/${"y".repeat(9_000)}` })),
      413,
      "invalid_request",
    );
    assert.equal(await count(), before + 1);
  });

  test("the authorization endpoint keeps no more than what could be pushed", async () => {
    const claims = JSON.stringify({ userinfo: { [`c${"x".repeat(8_150)}`]: null } });
    const path = authorizationPath(createRequest(DESK, { claims, state: "back" }));
    const answer = readAuthorizationResponse(await front.alice.get(path));
    assert.equal(answer.error, "invalid_request");
    assert.equal(answer.state, "back");
    const ignored = authorizationPath({ ...createRequest(DESK), junk: "j".repeat(9_000) });
    assert.ok(
      readAuthorizationResponse(await front.alice.get(ignored)).code,
      "what is not read does not count",
    );
  });

  test(`a client without authentication has ${PER_ADDRESS} live ones at an address; others are not concerned`, async () => {
    const most = PER_ADDRESS + AT_ONCE[ENGINE];
    const answers = await pushMany(PER_ADDRESS * 3, spa, () => "192.0.2.50");
    const stored = statuses(answers, 201);
    assert.ok(stored >= PER_ADDRESS && stored <= most, `${stored} were stored`);
    assert.equal(statuses(answers, 429), answers.length - stored);
    assertTooMany(await push(spa(), "192.0.2.50"));
    assert.equal((await push(spa(), "192.0.2.51")).status, 201, "another address");
    assert.equal((await push(desk(), "192.0.2.50")).status, 201, "an authenticated client at that address");
    const phone = { ...spa(), client_id: "phone", redirect_uri: "com.example.phone:/cb" };
    assert.equal((await push(phone, "192.0.2.50")).status, 201, "another client at that address");
  });

  test("IPv6 addresses count by their network of 64 bits", async () => {
    const inOneNetwork = (index: number) => `2001:db8:0:1::${(index + 1).toString(16)}`;
    const answers = await pushMany(PER_ADDRESS * 2, spa, inOneNetwork);
    assert.ok(statuses(answers, 201) <= PER_ADDRESS + AT_ONCE[ENGINE]);
    assertTooMany(await push(spa(), "2001:db8:0:1:ffff::1"));
    assert.equal((await push(spa(), "2001:db8:0:2::1")).status, 201);
  });

  test("an authenticated client has as many as the setting says, wherever it pushes from", async () => {
    const shop = (): Form => ({ ...(createRequest(SHOP_CLIENT) as Form), ...SHOP_CLIENT });
    const answers = await pushMany(PER_CLIENT * 2, shop, (index) => `198.51.100.${index % 200}`);
    const stored = statuses(answers, 201);
    assert.ok(stored >= PER_CLIENT && stored <= PER_CLIENT + AT_ONCE[ENGINE], `${stored} were stored`);
    assertTooMany(await push(shop(), "203.0.113.9"));
    assert.equal((await push(desk())).status, 201, "another client");
  });

  test("an expired request does not count", async () => {
    front.clock.advance(LIVE_SECONDS + 1);
    assert.equal((await push(spa(), "192.0.2.50")).status, 201);
  });
});
