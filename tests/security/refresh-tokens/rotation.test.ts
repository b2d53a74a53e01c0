import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { exchange, getCode, refresh, userinfo } from "../../support/sign-in.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import {
  ALICE,
  createPkce,
  createRequest,
  DESK,
  ORDERS_SERVER,
  SHOP_CLIENT,
  SPA_CALLBACK,
} from "../../support/storefront.ts";
import { assertInactive, introspect } from "../issue-token.ts";
import { assertRefused } from "../oauth-refusal.ts";

let front: Storefront;
before(async () => {
  front = await startStorefront();
});
after(() => front.stop());

const SCOPE = "openid orders:read offline_access";
const GRACE_SECONDS = 10;
type Client = Readonly<Record<string, string>>;

async function publicTokens() {
  const { challenge, code_verifier } = createPkce();
  const request = createRequest(
    { client_id: "spa" },
    { scope: SCOPE, redirect_uri: SPA_CALLBACK, ...challenge },
  );
  const code = await getCode(front.alice, request, ALICE);
  const form = { client_id: "spa", redirect_uri: SPA_CALLBACK, code_verifier };
  return (await exchange(front, code, form)).body as { access_token: string; refresh_token: string };
}

const KINDS: readonly (readonly [
  string,
  Client,
  () => Promise<{ access_token: string; refresh_token: string }>,
])[] = [
  ["a confidential client", DESK, () => front.tokens({ scope: SCOPE })],
  ["a public client", { client_id: "spa" }, publicTokens],
];

for (const [who, client, begin] of KINDS) {
  describe(`${who}: RFC 9700 §4.14.2, rotation`, () => {
    const renew = async (token: string) => {
      const { status, body, text } = await refresh(front, token, client);
      assert.equal(status, 200, text);
      return { refresh_token: String(body.refresh_token), access_token: String(body.access_token) };
    };
    const assertOver = async (...tokens: { access_token: string; refresh_token: string }[]) => {
      for (const { access_token, refresh_token } of tokens) {
        assertRefused(await refresh(front, refresh_token, client), 400, "invalid_grant");
        assert.equal((await userinfo(front, access_token)).status, 401);
        await assertInactive(front, access_token, ORDERS_SERVER);
      }
    };

    test("every use gives another token", async () => {
      const seen = new Set<string>();
      let { refresh_token } = await begin();
      for (let use = 0; use < 5; use += 1) {
        seen.add(refresh_token);
        ({ refresh_token } = await renew(refresh_token));
      }
      assert.equal(seen.size, 5);
    });

    test("a replay after the grace ends the whole family", async () => {
      const first = await begin();
      const second = await renew(first.refresh_token);
      front.clock.advance(GRACE_SECONDS + 1);
      assertRefused(await refresh(front, first.refresh_token, client), 400, "invalid_grant");
      await assertOver(first, second);
    });

    test("a replay of an older one ends it too, within any grace", async () => {
      const first = await begin();
      const second = await renew(first.refresh_token);
      const third = await renew(second.refresh_token);
      assertRefused(await refresh(front, first.refresh_token, client), 400, "invalid_grant");
      await assertOver(first, second, third);
    });

    test("an answer that got lost: the same successor again within the grace, never a fork", async () => {
      const first = await begin();
      const second = await renew(first.refresh_token);
      front.clock.advance(GRACE_SECONDS - 1);
      const again = await renew(first.refresh_token);
      assert.equal(again.refresh_token, second.refresh_token);
      const third = await renew(second.refresh_token);
      assert.notEqual(third.refresh_token, second.refresh_token);
      assert.equal((await introspect(front, again.access_token, ORDERS_SERVER)).body.active, true);
      assertRefused(await refresh(front, first.refresh_token, client), 400, "invalid_grant");
      await assertOver(third);
    });

    test("once the successor was used, the grace is over", async () => {
      const first = await begin();
      const second = await renew(first.refresh_token);
      const third = await renew(second.refresh_token);
      assertRefused(await refresh(front, first.refresh_token, client), 400, "invalid_grant");
      await assertOver(second, third);
    });
  });
}

describe("RFC 9700 §2.2.2, ASVS 10.4.8: lifetimes, with nothing swept", () => {
  const idle = () => front.services.settings.refreshIdleSeconds;
  /** Allowed by the user to go on without the session, whose own end is another matter. */
  const begin = () => front.tokens({ scope: SCOPE }, SHOP_CLIENT);
  const absolute = () => front.services.settings.refreshSeconds;

  test("idle for too long", async () => {
    const { refresh_token } = await begin();
    front.clock.advance(idle());
    assertRefused(await refresh(front, refresh_token, SHOP_CLIENT), 400, "invalid_grant");
    front.clock.advance(-idle());
    assert.equal((await refresh(front, refresh_token, SHOP_CLIENT)).status, 200);
  });

  test("use moves the idle end and never the absolute one", async () => {
    let { refresh_token } = await begin();
    const step = idle() - 10;
    let moved = 0;
    while (moved + step < absolute()) {
      front.clock.advance(step);
      moved += step;
      const { status, body } = await refresh(front, refresh_token, SHOP_CLIENT);
      assert.equal(status, 200);
      refresh_token = String(body.refresh_token);
    }
    front.clock.advance(absolute() - moved);
    assertRefused(await refresh(front, refresh_token, SHOP_CLIENT), 400, "invalid_grant");
    front.clock.advance(-absolute());
  });
});

test("RFC 7009 §2.1: a revoked refresh token takes everything with it; another client cannot revoke it", async () => {
  const { refresh_token, access_token } = await front.tokens({ scope: SCOPE });
  const revoke = (client: Client) =>
    fetch(`${front.url}/oidc/revoke`, {
      method: "POST",
      body: new URLSearchParams({ token: refresh_token, ...client }),
    });
  assert.equal((await revoke({ client_id: "spa" })).status, 400);
  assert.equal((await userinfo(front, access_token)).status, 200);
  assert.equal((await revoke(DESK)).status, 200);
  assert.equal((await userinfo(front, access_token)).status, 401);
  assertRefused(await refresh(front, refresh_token, DESK), 400, "invalid_grant");
  assert.equal((await revoke(DESK)).status, 200);
});
