import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { REFUSAL_REASONS } from "@licet/engine/internal/refusal.ts";
import { LIMIT_NAMES } from "../../../../server/src/limits/limits.ts";
import { AUTHORIZATION_ERROR_CODES } from "../../../../server/src/oauth/authorize/authorization-error.ts";
import { OAUTH_ERROR_CODES } from "../../../../server/src/oauth/oauth-error.ts";
import { reasonTexts } from "../../components/decisions/reason-texts.ts";
import type { AuditEvent } from "./audit-event.ts";
import { describeDelivery, describeFailure } from "./describe-failure.ts";
import { sentenceFor } from "./sentence-for.ts";
import { activityTexts } from "./texts.ts";

const LANGUAGES = ["en", "zh"] as const;
const CHINESE = /\p{Script=Han}/u;
const SERVER = new URL("../../../../server/src/", import.meta.url);

const source = readdirSync(SERVER, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !/\.test\.ts$|\/(?:contract|testing)\//.test(name))
  .map((name) => readFileSync(new URL(name, SERVER), "utf8"))
  .join("\n");
const found = (pattern: RegExp): readonly string[] =>
  [...new Set(Array.from(source.matchAll(pattern), ([, text = ""]) => text))].sort();

const event = (type: string, data: NonNullable<AuditEvent["data"]> = {}): AuditEvent => ({
  id: 1,
  at: "2026-11-15T12:00:00Z",
  type,
  actor: "unknown",
  data,
});

test("every type of event that the server records has a sentence in every language", () => {
  const types = found(/(?:type: |record\(request, )(?:\w+ \? )?"([a-z_]+\.[a-z_]+)"/g);
  assert.ok(types.includes("token.denied") && types.includes("user.unlocked"), "the source was read");
  assert.ok(types.length > 20, `${types.length} types`);
  for (const type of types)
    for (const language of LANGUAGES) {
      const texts = activityTexts[language];
      const sentence = sentenceFor(event(type), texts);
      assert.notEqual(sentence, texts.sentences.other, `${type} has no sentence in ${language}`);
      if (language === "zh") assert.match(sentence, CHINESE);
    }
});

test("every error code, refusal reason and limit is said in the language of the console", () => {
  for (const error of [...OAUTH_ERROR_CODES, ...AUTHORIZATION_ERROR_CODES]) {
    const refused = event("token.denied", { error, description: "an English description" });
    assert.match(describeFailure(refused, "zh") ?? "", CHINESE, error);
    assert.equal(describeFailure(refused, "en"), "an English description");
    assert.ok(describeFailure(event("token.denied", { error }), "en"), error);
  }
  for (const reason of REFUSAL_REASONS) {
    assert.ok(reasonTexts.en.reasons[reason], reason);
    assert.match(reasonTexts.zh.reasons[reason], CHINESE, reason);
  }
  for (const limit of LIMIT_NAMES) assert.match(activityTexts.zh.limits[limit], CHINESE, limit);
});

test("every reason of a failed sign-in, an ended session and a lost message is said in every language", () => {
  const failures = [
    ...found(/export type SignInFailure = "(\w+)"/g),
    "disabled",
    "no_password",
    "wrong_password",
    "locked",
    "throttled",
    "wrong",
  ];
  const ends = [...found(/sessionEnded\([^;\n]*"(\w+)"\)/g), "signed_out", "signed_out_by_application"];
  assert.ok(ends.includes("ended_by_user") && ends.includes("replaced"), ends.join());
  for (const language of LANGUAGES) {
    const { failures: failed, ends: ended } = activityTexts[language];
    for (const reason of failures) assert.ok(Object.hasOwn(failed, reason), `${reason} in ${language}`);
    for (const reason of ends) assert.ok(Object.hasOwn(ended, reason), `${reason} in ${language}`);
    for (const reason of ["refused", "timeout", "unreachable", "no attempt came to an end", "status 503"])
      assert.ok(describeDelivery(reason, language), reason);
  }
});
