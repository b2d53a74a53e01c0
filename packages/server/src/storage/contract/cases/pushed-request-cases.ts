import assert from "node:assert/strict";
import { test } from "node:test";
import { countSuccesses, START } from "../delegation-samples.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";

export function pushedRequestCases(engine: EngineUnderTest): void {
  test("a pushed request that is kept can be spent after it has expired, once, and is not swept before", () =>
    onEmptyStorage(engine, async ({ pushedRequests, sweeper }) => {
      const pushed = { clientId: "shop", parameters: "scope=openid", expiresAt: START + 60 };
      await pushedRequests.insert("id-1", pushed);
      await pushedRequests.keep("id-1", START + 600);
      await pushedRequests.keep("id-1", START + 300);
      await pushedRequests.keep("unknown", START + 600);
      assert.equal(await sweeper.sweepTable("pushed_requests", START + 599, 10), 0);
      assert.deepEqual(
        await pushedRequests.find("id-1"),
        pushed,
        "it has expired at the same time as before",
      );
      assert.equal(await pushedRequests.spend("id-1", START + 600), false, "kept no longer");
      assert.equal(await pushedRequests.spend("id-1", START + 599), true);
      assert.equal(await pushedRequests.spend("id-1", START + 599), false);
      await pushedRequests.insert("id-2", pushed);
      await pushedRequests.keep("id-2", START + 600);
      assert.equal(await sweeper.sweepTable("pushed_requests", START + 600, 10), 1);
    }));

  test("a pushed request is read as it was stored, until it is spent", () =>
    onEmptyStorage(engine, async ({ pushedRequests }, openAgain) => {
      const pushed = { clientId: "shop", parameters: "scope=openid&state=%00", expiresAt: START + 60 };
      await pushedRequests.insert("id-1", pushed);
      const other = (await openAgain()).pushedRequests;
      assert.deepEqual(await other.find("id-1"), pushed);
      for (const unknown of ["", "id-2", "id\0"]) {
        assert.equal(await other.find(unknown), undefined);
        assert.equal(await other.spend(unknown, START), false);
      }
      assert.equal(await pushedRequests.spend("id-1", START + 60), false, "expired");
      assert.deepEqual(await other.find("id-1"), pushed);
      assert.equal(
        await countSuccesses((i) => (i % 2 ? pushedRequests : other).spend("id-1", START + 59)),
        1,
      );
      assert.equal(await other.find("id-1"), undefined);
    }));
}
