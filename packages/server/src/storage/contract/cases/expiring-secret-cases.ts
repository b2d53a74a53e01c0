import assert from "node:assert/strict";
import { test } from "node:test";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { accessAccount, application, put, secret, trustedActor } from "../samples.ts";

export function expiringSecretCases(engine: EngineUnderTest): void {
  test("secrets that expire within a time are listed in the order of their expiry, with their owners", () =>
    onEmptyStorage(engine, async ({ state, expiringSecrets }) => {
      const ending = (id: string, owner: string, expiresAt: number) =>
        put("secret", { ...secret(id, owner), expiresAt });
      await state.commit(
        [
          put("application", application("shop")),
          put("access_account", accessAccount("ak_shop", "shop")),
          put("secret", secret("sec_for_ever", "shop")),
          ending("sec_over", "shop", 100),
          ending("sec_b", "shop", 150),
          ending("sec_a", "ak_shop", 150),
          ending("sec_c", "shop", 101),
          ending("sec_later", "shop", 201),
        ],
        trustedActor,
      );
      const all = await expiringSecrets.page({ from: 100, until: 200, limit: 9 });
      assert.deepEqual(
        all.map(({ id, owner, expiresAt }) => [id, owner.kind, owner.id, owner.applicationId, expiresAt]),
        [
          ["sec_c", "application", "shop", "shop", 101],
          ["sec_a", "access_account", "ak_shop", "shop", 150],
          ["sec_b", "application", "shop", "shop", 150],
        ],
      );
      const [first, second] = all;
      assert.ok(first && second);
      const rest = await expiringSecrets.page({ from: 100, until: 200, after: second, limit: 1 });
      assert.deepEqual(rest, all.slice(2));
    }));
}
