import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { INPUT_ISSUES, type IssueValues } from "@licet/engine/internal/values/input-issue.ts";
import type { InputIssue } from "../../api/input-issue.ts";
import { describeIssue } from "./describe-issue.ts";
import { issueTexts } from "./issue-texts.ts";

const VALUES: IssueValues = {
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
  message: "unknown name",
};
const sample = (code: string, more: object = {}) =>
  ({ ...VALUES, pointer: "/name", detail: "as the API says it", code, ...more }) as unknown as InputIssue;

describe("what is wrong with a field", () => {
  for (const [language, texts] of Object.entries(issueTexts)) {
    test(`has a sentence for every code of the API in ${language}`, () => {
      const wordless = Object.keys(INPUT_ISSUES).filter((code) => {
        const expected = code === "malformed" ? "role_name" : "string";
        const sentence = describeIssue(sample(code, { expected }), texts);
        assert.doesNotMatch(sentence, /undefined|function/);
        return sentence === "as the API says it";
      });
      assert.deepEqual(wordless, ["invalid"]);
    });
  }

  test("is said with its values", () => {
    assert.equal(describeIssue(sample("too_long"), issueTexts.zh), "最多 7 个字符。");
    assert.equal(
      describeIssue(sample("not_found"), issueTexts.en),
      "The role “clark” does not exist. Did you mean “clerk”?",
    );
    const below = sample("out_of_range", { maximum: undefined });
    assert.equal(describeIssue(below, issueTexts.zh), "不能小于 3。");
  });

  test("is said as the API has it where there are no words for it", () => {
    for (const unknown of [
      sample("malformed", { expected: "of_tomorrow" }),
      sample("not_found", { kind: "planet" }),
      sample("of_tomorrow"),
    ])
      assert.equal(describeIssue(unknown, issueTexts.zh), "as the API says it");
  });
});
