import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConsentItem } from "../../../oauth/consent.ts";
import { delegation, listEnded, OFFLINE, START } from "../delegation-samples.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";

const item = (scope: string, agreed = true, decidedAt = START): ConsentItem => ({
  scope,
  agreed,
  revision: 3,
  decidedAt,
  expiresAt: decidedAt + 100,
});

export function consentCases(engine: EngineUnderTest): void {
  test("the answers of a user are stored for each item, and the last answer counts", () =>
    onEmptyStorage(engine, async ({ consents }, openAgain) => {
      await consents.remember("usr_alice", "shop", [item("orders:read"), item("email", false)]);
      await consents.remember("usr_alice", "shop", []);
      const later = item("email", true, START + 5);
      await consents.remember("usr_alice", "shop", [item("email", false), later, item("profile")]);
      await consents.remember("usr_alice", "mail", [item("profile")]);
      await consents.remember("usr_bob", "shop", [item("phone")]);
      const other = await openAgain();
      const toShop = [later, item("orders:read"), item("profile")];
      assert.deepEqual(await other.consents.find("usr_alice", "shop"), toShop);
      assert.deepEqual(await other.consents.listOfUser("usr_alice"), [
        { applicationId: "mail", items: [item("profile")] },
        { applicationId: "shop", items: toShop },
      ]);
      assert.deepEqual(await consents.find("usr_alice", "nul\0"), []);
      assert.deepEqual(await consents.find("nul\0", "shop"), []);
      assert.deepEqual(await consents.listOfUser("nobody"), []);
    }));

  test("the same answer given many times in parallel, on two nodes, is stored once", () =>
    onEmptyStorage(engine, async ({ consents }, openAgain) => {
      const other = await openAgain();
      const items = ["a", "b", "c"].map((scope) => item(scope));
      await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 ? consents : other.consents).remember(
            "usr_alice",
            "shop",
            i % 3 ? items : items.toReversed(),
          ),
        ),
      );
      assert.deepEqual(await consents.find("usr_alice", "shop"), items);
    }));

  test("a withdrawn consent is deleted, and every delegation to the application ends", () =>
    onEmptyStorage(engine, async (storage) => {
      const { consents, delegations } = storage;
      await consents.remember("usr_alice", "shop", [item("a"), item("b"), item("c")]);
      await consents.remember("usr_alice", "mail", [item("a")]);
      await consents.remember("usr_bob", "shop", [item("a")]);
      await delegations.insert(delegation("dlg_1"), "code-1");
      await delegations.insert(delegation("dlg_2", OFFLINE), "code-2");
      await delegations.insert(delegation("dlg_mail", { applicationId: "mail" }), "code-3");
      await delegations.insert(delegation("dlg_bob", { userId: "usr_bob" }), "code-4");
      const all = ["dlg_1", "dlg_2", "dlg_mail", "dlg_bob"];

      await consents.withdraw("usr_alice", "shop", START, "b");
      assert.deepEqual(await consents.find("usr_alice", "shop"), [item("a"), item("c")]);
      assert.deepEqual(await listEnded(storage, all), ["dlg_1", "dlg_2"]);

      await delegations.insert(delegation("dlg_3"), "code-5");
      await consents.withdraw("usr_alice", "shop", START);
      await consents.withdraw("usr_alice", "nul\0", START, "nul\0");
      assert.deepEqual(await consents.find("usr_alice", "shop"), []);
      assert.deepEqual(await listEnded(storage, ["dlg_3", ...all]), ["dlg_3", "dlg_1", "dlg_2"]);
      assert.deepEqual(await consents.find("usr_alice", "mail"), [item("a")]);
      assert.deepEqual(await consents.find("usr_bob", "shop"), [item("a")]);
    }));
}
