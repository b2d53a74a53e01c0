import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { decodeJwt } from "jose";
import { KEY, ORDERS_API, OTHER, REPORTS, SHOP } from "../../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { assertInactive, type Credentials, introspect, issueToken } from "../issue-token.ts";
import { assertRefused } from "../oauth-refusal.ts";

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: SHOP });
});
after(() => licet.stop());

const revoke = (token: string, form: Readonly<Record<string, string>>) =>
  postForm(`${licet.url}/oidc/revoke`, { token, ...form });

const assertAlive = async (token: string) =>
  assert.equal((await introspect(licet, token, ORDERS_API)).body.active, true);

/** RFC 7009 §2.2: 200, and nothing in the body that a client would have to understand. */
async function assertRevoked(token: string, form: Readonly<Record<string, string>>): Promise<void> {
  const { status, text } = await revoke(token, form);
  assert.equal(status, 200);
  assert.equal(text, "");
}

describe("RFC 7009 §2.1: a foreign token is refused and stays alive", () => {
  const foreign: readonly (readonly [owner: Credentials, caller: Readonly<Record<string, string>>])[] = [
    [REPORTS, OTHER],
    // Serving the resource is a permission to look, not to revoke.
    [REPORTS, ORDERS_API],
    [REPORTS, { client_id: "phone" }],
    [KEY, OTHER],
    [KEY, ORDERS_API],
  ];
  for (const [owner, caller] of foreign) {
    for (const hint of [{}, { token_type_hint: "access_token" }, { token_type_hint: "refresh_token" }]) {
      test(`${caller.client_id} revokes a token of ${owner.client_id} ${JSON.stringify(hint)}`, async () => {
        const token = await issueToken(licet, owner, "orders:read");
        assertRefused(await revoke(token, { ...caller, ...hint }), 400, "invalid_grant");
        await assertAlive(token);
      });
    }
  }

  test("and who cannot authenticate revokes nothing, not even its own", async () => {
    const token = await issueToken(licet, REPORTS, "orders:read");
    for (const caller of [{}, { client_id: REPORTS.client_id }, { ...REPORTS, client_secret: "wrong" }]) {
      assertRefused(await revoke(token, caller), 401, "invalid_client");
    }
    await assertAlive(token);
  });
});

describe("RFC 7009 §2.2: what is gone already is no error", () => {
  for (const token of ["unknown", "a.b.c", "\0", "A".repeat(60_000)]) {
    test(`unknown: ${JSON.stringify(token.slice(0, 10))}`, () => assertRevoked(token, REPORTS));
  }
  test("twice, and the second time by another key of the application", async () => {
    const token = await issueToken(licet, REPORTS, "orders:read");
    await assertRevoked(token, REPORTS);
    await assertRevoked(token, REPORTS);
    await assertRevoked(token, KEY);
    await assertInactive(licet, token, ORDERS_API);
  });
  test("fifty times at once", async () => {
    const token = await issueToken(licet, REPORTS, "orders:read");
    await Promise.all(Array.from({ length: 50 }, () => assertRevoked(token, REPORTS)));
    await assertInactive(licet, token, ORDERS_API);
  });
  test("however often it is revoked, there is one row about it: a caller cannot fill the disk with them", async () => {
    const token = await issueToken(licet, REPORTS, "orders:read");
    const { jti } = decodeJwt(token);
    for (let time = 0; time < 30; time += 1) await assertRevoked(token, time % 2 ? KEY : REPORTS);
    await licet.runJob("audit");
    const events = await licet.services.storage.audit.list({ type: "token.revoked" }, 1_000);
    assert.equal(events.filter(({ data }) => data?.jti === jti).length, 1);
  });
  test("only the token that was named: its neighbours live on", async () => {
    const [first, second] = [
      await issueToken(licet, REPORTS, "orders:read"),
      await issueToken(licet, REPORTS, "orders:read"),
    ];
    await assertRevoked(first, REPORTS);
    await assertInactive(licet, first, ORDERS_API);
    await assertAlive(second);
  });
});

describe("RFC 7009 §2.2.1: kinds of tokens", () => {
  for (const hint of ["id_token", "junk", "ACCESS_TOKEN", "access_token ", "\0"]) {
    test(`${JSON.stringify(hint)} cannot be revoked, so nothing is`, async () => {
      const token = await issueToken(licet, REPORTS, "orders:read");
      const answer = await revoke(token, { ...REPORTS, token_type_hint: hint });
      assertRefused(answer, 400, "unsupported_token_type");
      await assertAlive(token);
    });
  }
  test("a wrong hint of a known kind does not hide the token", async () => {
    const token = await issueToken(licet, REPORTS, "orders:read");
    await assertRevoked(token, { ...REPORTS, token_type_hint: "refresh_token" });
    await assertInactive(licet, token, ORDERS_API);
  });
  test("no token, an empty one, two", async () => {
    const token = await issueToken(licet, REPORTS, "orders:read");
    const url = `${licet.url}/oidc/revoke`;
    assertRefused(await postForm(url, REPORTS), 400, "invalid_request");
    assertRefused(await postForm(url, { ...REPORTS, token: "" }), 400, "invalid_request");
    const twice = `${new URLSearchParams(REPORTS)}&token=${token}&token=${token}`;
    assertRefused(await postForm(url, twice), 400, "invalid_request");
    await assertAlive(token);
  });
});

test("RFC 9700 §4.3: the audit event of a revocation names the token's id, who did it and from where", async () => {
  const token = await issueToken(licet, REPORTS, "orders:read");
  const requestId = `revocation-${Date.now()}`;
  const { status } = await postForm(
    `${licet.url}/oidc/revoke`,
    { token, ...KEY },
    { "x-request-id": requestId },
  );
  assert.equal(status, 200);
  await licet.runJob("audit");
  const [event] = await licet.services.storage.audit.list({ requestId }, 1);
  assert.ok(event);
  const { type, actor, ip, data } = event;
  const { jti } = decodeJwt(token);
  assert.deepEqual(
    { type, actor, ip, data },
    { type: "token.revoked", actor: "access_account:ak_reports", ip: "127.0.0.1", data: { jti } },
  );
});
