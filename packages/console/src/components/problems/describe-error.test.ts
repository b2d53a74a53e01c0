import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiProblem, SignedOutError } from "../../api/problem.ts";
import { ConnectionError } from "../../auth/connection-error.ts";
import { authTexts } from "../../auth/texts.ts";
import { UnreadableAnswerError } from "../../auth/unreadable-answer-error.ts";
import { uiTexts } from "../../ui/texts.ts";
import { conflictTexts } from "./conflict-texts.ts";
import { describeError } from "./describe-error.ts";

const texts = { ui: uiTexts.zh, auth: authTexts.zh, conflicts: conflictTexts.zh };
const problem = (more: object) =>
  new ApiProblem({
    type: "urn:licet:problem:conflict",
    title: "Conflict",
    status: 409,
    detail: "no",
    ...more,
  });

test("an error of the console's own is described in the language of the user", () => {
  assert.equal(describeError(new ConnectionError("unreachable"), texts), uiTexts.zh.unreachable);
  assert.equal(describeError(new UnreadableAnswerError(429), texts), uiTexts.zh.tooMany);
  assert.equal(describeError(new UnreadableAnswerError(502), texts), uiTexts.zh.noAnswer);
  assert.equal(describeError(new SignedOutError("sign in again"), texts), authTexts.zh.sessionOver);
});

test("a conflict is described in the language of the user, another refusal as the API describes it", () => {
  const conflict = problem({ code: "last_administrator" });
  assert.equal(describeError(conflict, texts), conflictTexts.zh.lastAdministrator);
  assert.equal(describeError(problem({ code: "of_tomorrow" }), texts), "no");
  assert.equal(describeError("not an error", texts), undefined);
});
