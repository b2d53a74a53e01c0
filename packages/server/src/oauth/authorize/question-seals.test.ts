import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import type { ActiveSession } from "../../accounts/session.ts";
import type { ConsentQuestion } from "./consent-question.ts";
import { createQuestionSeals, type SealedPage } from "./question-seals.ts";
import { restoreRedirect } from "./trusted-redirect.ts";

const active = (sessionId: string, userId: string) =>
  ({ session: { id: sessionId }, user: { id: userId } }) as ActiveSession;
const requestTo = (uri: string) => ({
  redirect: restoreRedirect({ applicationId: "shop", uri, mode: "query" }),
});

const PAGE: SealedPage = {
  interactionId: "interaction",
  request: requestTo("https://shop.example/cb"),
  active: active("ses_1", "usr_1"),
};
const question = {
  request: PAGE.request,
  active: PAGE.active,
  offer: {
    asked: [
      { scope: "orders:read", consent: "required" },
      { scope: "orders:write", consent: "optional" },
    ],
    settled: [{ scope: "openid", consent: "implicit" }],
  },
  revision: 7,
} as unknown as ConsentQuestion;

const KEY = Buffer.alloc(32, 1);
const seals = createQuestionSeals(KEY);
const seal = seals.seal(PAGE.interactionId, question);

test("a seal says what the page showed, to every node with the same key", () => {
  assert.deepEqual(createQuestionSeals(Buffer.from(KEY)).open(seal, PAGE), {
    revision: 7,
    required: ["orders:read"],
    optional: ["orders:write"],
    settled: ["openid"],
  });
});

test("a seal belongs to one interaction, session, user and redirect URI", () => {
  const others: Readonly<Record<string, SealedPage>> = {
    interaction: { ...PAGE, interactionId: "another" },
    session: { ...PAGE, active: active("ses_2", "usr_1") },
    user: { ...PAGE, active: active("ses_1", "usr_2") },
    "redirect URI": { ...PAGE, request: requestTo("https://thief.example/cb") },
  };
  for (const [name, page] of Object.entries(others)) assert.equal(seals.open(seal, page), undefined, name);
});

test("an altered seal, one of another key, and other texts are not opened", () => {
  const [content = "", mac = ""] = seal.split(".");
  const text = '{"revision":8,"required":[],"optional":[],"settled":[]}';
  const other = deflateRawSync(text).toString("base64url");
  for (const wrong of [
    "",
    ".",
    content,
    `${content}.`,
    `.${mac}`,
    `${other}.${mac}`,
    `${seal}A`,
    `${seal}\n`,
  ])
    assert.equal(seals.open(wrong, PAGE), undefined, JSON.stringify(wrong));
  assert.equal(createQuestionSeals(Buffer.alloc(32, 2)).open(seal, PAGE), undefined);
});

test("the seal of a page with hundreds of items leaves room for these in the form", () => {
  const asked = Array.from({ length: 500 }, (_, index) => ({
    scope: `orders:${`a${index}_`.padEnd(56, "x")}`,
    consent: "optional",
  }));
  const long = seals.seal(PAGE.interactionId, { ...question, offer: { asked, settled: [] } } as never);
  assert.ok(long.length < 8_192, `${long.length}`);
  assert.equal(seals.open(long, PAGE)?.optional.length, 500);
});
