import assert from "node:assert/strict";
import { test } from "node:test";
import type { StoredInteraction } from "../../../oauth/interaction.ts";
import { countSuccesses, START } from "../delegation-samples.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { runSql } from "../run-sql.ts";

const interaction = (members: Partial<StoredInteraction> = {}): StoredInteraction => ({
  purpose: {
    kind: "authorization",
    request: {
      redirect: {
        applicationId: "shop",
        uri: "http://127.0.0.1:4000/callback",
        mode: "query",
        state: "any\0 text \ud800 ✓",
      },
      scope: "openid",
      resources: [],
      prompts: ["login"],
      uiLocales: ["zh-CN", "en"],
    },
  },
  browserHash: "browser-1",
  createdAt: START,
  expiresAt: START + 600,
  ...members,
});

export function interactionCases(engine: EngineUnderTest): void {
  test("an interaction is read as it was stored, with the user who signed in", () =>
    onEmptyStorage(engine, async ({ interactions }, openAgain) => {
      await interactions.insert("id-1", interaction());
      await interactions.insert("id-2", interaction({ purpose: { kind: "account" }, expiresAt: 5 }));
      const other = await openAgain();
      assert.deepStrictEqual(await other.interactions.find("id-1"), interaction());
      assert.equal((await interactions.find("id-2"))?.expiresAt, 5, "expired ones too");
      const signedIn = { sessionId: "ses_1", at: START + 9 };
      await other.interactions.noteSignIn("id-1", signedIn);
      assert.deepStrictEqual(await interactions.find("id-1"), interaction({ signedIn }));
      assert.equal((await interactions.find("id-2"))?.signedIn, undefined);
      for (const unknown of ["", "id-3", "id\0"]) {
        assert.equal(await interactions.find(unknown), undefined);
        assert.equal(await interactions.consume(unknown, START), false);
        await interactions.noteSignIn(unknown, signedIn);
      }
    }));

  test("of fifty parallel answers to one interaction, on two nodes, exactly one counts", () =>
    onEmptyStorage(engine, async ({ interactions }, openAgain) => {
      const other = await openAgain();
      await interactions.insert("id-1", interaction());
      const successes = await countSuccesses((i) =>
        (i % 2 ? interactions : other.interactions).consume("id-1", START),
      );
      assert.equal(successes, 1);
      assert.equal(await interactions.find("id-1"), undefined, "what was answered is not found");
    }));

  test("a finished interaction keeps its session, browser and application, and nothing of the request", () =>
    onEmptyStorage(engine, async ({ interactions }, openAgain, url) => {
      const other = (await openAgain()).interactions;
      const finished = { applicationId: "shop", sessionId: "ses_1", uiLocales: ["zh-CN"] };
      await interactions.insert("id-1", interaction({ signedIn: { sessionId: "ses_1", at: START } }));
      await interactions.insert("id-2", interaction());
      assert.equal(await interactions.findFinished("id-1"), undefined);
      assert.equal(
        await countSuccesses((i) => (i % 2 ? interactions : other).finish("id-1", START, finished)),
        1,
      );
      assert.deepStrictEqual(await other.findFinished("id-1"), {
        ...finished,
        browserHash: "browser-1",
        expiresAt: START + 600,
      });
      assert.equal(await other.find("id-1"), undefined, "it is answered");
      assert.equal(await other.consume("id-1", START), false);
      await other.noteSignIn("id-1", { sessionId: "ses_2", at: START });
      const [row] = await runSql(url, "select purpose, signed_in from interactions where id = 'id-1'");
      assert.deepEqual(
        { ...row, purpose: JSON.parse(String(row?.purpose)) },
        { purpose: finished, signed_in: null },
        "nothing of the request is kept",
      );

      assert.equal(await interactions.consume("id-2", START), true);
      assert.equal(await interactions.finish("id-2", START, finished), false);
      assert.equal(await interactions.findFinished("id-2"), undefined);
      await interactions.endAllOfBrowser("browser-1");
      assert.equal(await interactions.findFinished("id-1"), undefined, "nor after signing out");
      for (const unknown of ["", "id-3", "id\0"]) {
        assert.equal(await interactions.finish(unknown, START, finished), false);
        assert.equal(await interactions.findFinished(unknown), undefined);
      }
    }));

  test("of parallel answers that finish or consume an interaction, exactly one counts", () =>
    onEmptyStorage(engine, async ({ interactions }, openAgain) => {
      const other = (await openAgain()).interactions;
      await interactions.insert("id-1", interaction());
      const finished = { applicationId: "shop", sessionId: "ses_1", uiLocales: [] };
      const successes = await countSuccesses((i) =>
        i % 2 ? interactions.finish("id-1", START, finished) : other.consume("id-1", START),
      );
      assert.equal(successes, 1);
    }));

  test("an interaction can be answered until its last second", () =>
    onEmptyStorage(engine, async ({ interactions }) => {
      await interactions.insert("id-1", interaction());
      assert.equal(await interactions.consume("id-1", START + 600), false);
      const finished = { applicationId: "shop", sessionId: "ses_1", uiLocales: [] };
      assert.equal(await interactions.finish("id-1", START + 600, finished), false);
      assert.equal(await interactions.consume("id-1", START + 599), true);
    }));

  test("all interactions of a browser end together", () =>
    onEmptyStorage(engine, async ({ interactions }) => {
      await interactions.insert("id-1", interaction());
      await interactions.insert("id-2", interaction());
      await interactions.insert("id-3", interaction({ browserHash: "browser-2" }));
      await interactions.endAllOfBrowser("browser-1");
      await interactions.endAllOfBrowser("nul\0");
      assert.deepEqual((await Promise.all(["id-1", "id-2", "id-3"].map(interactions.find))).map(Boolean), [
        false,
        false,
        true,
      ]);
    }));
}
