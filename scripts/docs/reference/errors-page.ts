import { readFileSync } from "node:fs";
import { REFUSAL_REASONS } from "@licet/engine/internal/refusal.ts";
import { INPUT_ISSUES, type IssueCode } from "@licet/engine/internal/values/input-issue.ts";
import { CONFLICTS } from "../../../packages/server/src/core/errors/conflict.ts";
import { OAUTH_ERROR_STATUS } from "../../../packages/server/src/http/oauth/oauth-errors.ts";
import { PROBLEMS, type ProblemSlug } from "../../../packages/server/src/http/problems.ts";
import { AUTHORIZATION_ERROR_CODES } from "../../../packages/server/src/oauth/authorize/authorization-error.ts";
import type { OAuthErrorCode } from "../../../packages/server/src/oauth/oauth-error.ts";
import { AUTHORIZATION_ERRORS } from "./errors/authorization-errors.ts";
import { CONFLICT_TEXTS } from "./errors/conflict-texts.ts";
import { ISSUE_TEXTS } from "./errors/issue-texts.ts";
import { OAUTH_ERRORS } from "./errors/oauth-errors.ts";
import { PROBLEM_TEXTS } from "./errors/problem-texts.ts";
import { REFUSAL_TEXTS } from "./errors/refusal-texts.ts";
import { code, page, table } from "./markdown.ts";

const WITH_STATUS = ["code", "status", "meaning", "what to do"];
const WITH_VALUES = ["code", "values", "meaning"];
const keysOf = <T extends object>(record: T) => Object.keys(record) as (keyof T & string)[];
const values = (names: readonly string[]): string => names.map(code).join(", ");

/** The tables of the page by the names that its text has for them. */
const TABLES: Readonly<Record<string, () => string>> = {
  oauth: () => table(WITH_STATUS, keysOf(OAUTH_ERROR_STATUS).map(describeOAuthError)),
  authorization: () =>
    table(
      ["code", "meaning", "what to do"],
      AUTHORIZATION_ERROR_CODES.map((each) => {
        const { meaning, remedy } = AUTHORIZATION_ERRORS[each];
        return [code(each), meaning, remedy];
      }),
    ),
  problems: () => table(WITH_STATUS, keysOf(PROBLEMS).map(describeProblem)),
  issues: () =>
    table(
      WITH_VALUES,
      keysOf(INPUT_ISSUES).map((each: IssueCode) => [
        code(each),
        values(INPUT_ISSUES[each]),
        ISSUE_TEXTS[each],
      ]),
    ),
  conflicts: () =>
    table(
      WITH_VALUES,
      keysOf(CONFLICTS).map((each) => [code(each), values(CONFLICTS[each]), CONFLICT_TEXTS[each]]),
    ),
  refusals: () =>
    table(
      ["reason", "meaning", "what to do"],
      REFUSAL_REASONS.map((each) => {
        const { meaning, remedy } = REFUSAL_TEXTS[each];
        return [code(each), meaning, remedy];
      }),
    ),
};

function describeOAuthError(each: OAuthErrorCode): readonly string[] {
  const { meaning, remedy } = OAUTH_ERRORS[each];
  return [code(each), String(OAUTH_ERROR_STATUS[each]), meaning, remedy];
}

function describeProblem(slug: ProblemSlug): readonly string[] {
  const { meaning, remedy } = PROBLEM_TEXTS[slug];
  return [code(slug), String(PROBLEMS[slug].status), meaning, remedy];
}

export function writeErrorsPage(): string {
  const text = readFileSync(new URL("./errors/errors.template.md", import.meta.url), "utf8");
  const filled = text.replaceAll(/^<!-- table: (\w+) -->$/gm, (_, name: string) => {
    const write = TABLES[name];
    if (!write) throw new Error(`errors.template.md asks for a table ${name}, which there is not`);
    return write();
  });
  return page(filled.trim());
}
