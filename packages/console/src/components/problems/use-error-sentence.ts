import { findConflict } from "../../api/conflict.ts";
import { ApiProblem } from "../../api/problem.ts";
import { authTexts } from "../../auth/texts.ts";
import { findWord } from "../../texts/find-word.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { uiTexts } from "../../ui/texts.ts";
import { permissionTexts } from "../permissions/permission-texts.ts";
import { conflictTexts } from "./conflict-texts.ts";
import { describeError } from "./describe-error.ts";
import { describeIssue } from "./describe-issue.ts";
import { issueTexts } from "./issue-texts.ts";

/** Describes an error in one sentence, for a line of a list where a notice would be too much. */
export function useErrorSentence(): (error: unknown) => string {
  const ui = useTexts(uiTexts);
  const auth = useTexts(authTexts);
  const conflicts = useTexts(conflictTexts);
  const issues = useTexts(issueTexts);
  const permissions = useTexts(permissionTexts);
  return (error) => {
    if (error instanceof ApiProblem && !findConflict(error)) {
      const { errors: [issue] = [], lacking } = error.problem;
      if (error.missing !== undefined) return permissions.needs([error.missing]);
      if (Array.isArray(lacking)) return permissions.needsAll(lacking.map(String));
      if (issue) return describeIssue(issue, issues);
      return findWord(issues.problems, error.slug) ?? error.message;
    }
    return describeError(error, { ui, auth, conflicts }) ?? ui.failed;
  };
}
