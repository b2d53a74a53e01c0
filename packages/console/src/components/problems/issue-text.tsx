import type { FieldIssue } from "../../api/input-issue.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { describeIssue } from "./describe-issue.ts";
import { issueTexts } from "./issue-texts.ts";

/** Describes the issue of a field in the current language. */
export function IssueText({ issue }: { readonly issue: FieldIssue }) {
  const texts = useTexts(issueTexts);
  return typeof issue === "string" ? issue : describeIssue(issue, texts);
}
