import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type FaultValues, INPUT_FAULTS } from "../../../server/src/core/input-fault.ts";
import type { InputFault } from "../api/input-fault.ts";
import { describeFault } from "./describe-fault.ts";
import { faultTexts } from "./fault-texts.ts";

const VALUES: FaultValues = {
  minimum: 3,
  maximum: 7,
  expected: "string",
  values: ["web", "spa"],
  kind: "role",
  name: "clark",
  suggestion: "clerk",
  cycle: ["a", "b", "a"],
  members: ["role", "permission"],
  used_by: ["role viewer"],
  type: "spa",
  first: 0,
  line: 1,
  column: 5,
  problem: "unknown name",
};
const sample = (code: string, more: object = {}) =>
  ({ ...VALUES, pointer: "/name", detail: "as the API says it", code, ...more }) as unknown as InputFault;

describe("what is wrong with a field", () => {
  for (const [language, texts] of Object.entries(faultTexts)) {
    test(`has a sentence for every code of the API in ${language}`, () => {
      const wordless = Object.keys(INPUT_FAULTS).filter((code) => {
        const expected = code === "malformed" ? "role_name" : "string";
        const sentence = describeFault(sample(code, { expected }), texts);
        assert.doesNotMatch(sentence, /undefined|function/);
        return sentence === "as the API says it";
      });
      assert.deepEqual(wordless, ["invalid"]);
    });
  }

  test("is said with its values", () => {
    assert.equal(describeFault(sample("too_long"), faultTexts.zh), "最多 7 个字符。");
    assert.equal(
      describeFault(sample("not_found"), faultTexts.en),
      "There is no role “clark”. Did you mean “clerk”?",
    );
    const below = sample("out_of_range", { maximum: undefined });
    assert.equal(describeFault(below, faultTexts.zh), "不能小于 3。");
  });

  test("is said as the API has it where there are no words for it", () => {
    for (const unknown of [
      sample("malformed", { expected: "of_tomorrow" }),
      sample("not_found", { kind: "planet" }),
      sample("of_tomorrow"),
    ])
      assert.equal(describeFault(unknown, faultTexts.zh), "as the API says it");
  });
});
