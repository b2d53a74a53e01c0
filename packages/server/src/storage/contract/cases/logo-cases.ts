import assert from "node:assert/strict";
import { test } from "node:test";
import type { Logo } from "../../../oauth/stores.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { application, put, remove, trustedActor } from "../samples.ts";

const logo = (...bytes: number[]): Logo => ({
  mediaType: "image/png",
  bytes: Buffer.from(bytes),
  digest: `digest of ${bytes}`,
});

export function logoCases(engine: EngineUnderTest): void {
  test("a logo is read byte for byte, and a new one replaces it", () =>
    onEmptyStorage(engine, async ({ logos, state }, openAgain) => {
      await state.commit(
        ["shop", "mail"].map((id) => put("application", application(id))),
        trustedActor,
      );
      const every = logo(...Array.from({ length: 256 }, (_, i) => i));
      await logos.put("shop", logo(1));
      await logos.put("mail", logo(2));
      await logos.put("shop", every);
      const other = (await openAgain()).logos;
      assert.deepEqual(await other.find("shop"), every);
      await logos.remove("shop");
      await logos.remove("nul\0");
      assert.equal(await other.find("shop"), undefined);
      assert.equal(await other.find("nul\0"), undefined);
      assert.deepEqual(await other.find("mail"), logo(2));
    }));

  test("the applications with a logo are listed", () =>
    onEmptyStorage(engine, async ({ logos, state }) => {
      await state.commit(
        ["shop", "mail", "chat"].map((id) => put("application", application(id))),
        trustedActor,
      );
      await logos.put("shop", logo(1));
      await logos.put("mail", logo(2));
      assert.deepEqual(await logos.listOwners(["chat", "shop", "nobody", "nul\0"]), new Set(["shop"]));
      assert.deepEqual(await logos.listOwners([]), new Set());
    }));

  test("a logo stays while its application changes, is deleted with it, and is not stored without one", () =>
    onEmptyStorage(engine, async ({ logos, state }) => {
      const shop = application("shop");
      await logos.put("shop", logo(1));
      await logos.put("nul\0", logo(1));
      await state.commit([put("application", shop)], trustedActor);
      assert.equal(await logos.find("shop"), undefined, "from before the application was there");
      await logos.put("shop", logo(2));
      await state.commit([put("application", { ...shop, enabled: false })], trustedActor);
      assert.deepEqual(await logos.find("shop"), logo(2));
      await state.commit([remove("application", shop)], trustedActor);
      await state.commit([put("application", shop)], trustedActor);
      assert.equal(await logos.find("shop"), undefined);
    }));
}
