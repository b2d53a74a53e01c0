import { findConflict } from "../../api/conflict.ts";
import type { InputIssue } from "../../api/input-issue.ts";
import { ApiProblem, SignedOutError } from "../../api/problem.ts";
import { ConnectionError } from "../../auth/connection-error.ts";
import { UnreadableAnswerError } from "../../auth/unreadable-answer-error.ts";
import { findWord } from "../../texts/find-word.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Notice } from "../../ui/display/notice.tsx";
import { uiTexts } from "../../ui/texts.ts";
import { MissingPermission } from "../permissions/missing-permission.tsx";
import { conflictTexts } from "./conflict-texts.ts";
import { describeConflict } from "./describe-conflict.ts";
import { describeIssue } from "./describe-issue.ts";
import { issueTexts } from "./issue-texts.ts";
import { SignedOutNotice } from "./signed-out-notice.tsx";

interface ErrorNoticeProps {
  readonly error: unknown;
  /** The action that failed, in the words of the view. */
  readonly title?: string;
  readonly retry?: (() => void) | undefined;
}

/** Describes a thrown error and the next step. */
export function ErrorNotice({ error, title, retry }: ErrorNoticeProps) {
  const texts = useTexts(uiTexts);
  const issues = useTexts(issueTexts);
  const conflicts = useTexts(conflictTexts);
  if (error instanceof ApiProblem && error.missing !== undefined)
    return (
      <MissingPermission
        refused
        permissions={[error.missing]}
        {...(title !== undefined && { title })}
        retry={retry}
      />
    );
  if (error instanceof SignedOutError) return <SignedOutNotice title={title} retry={retry} />;
  const { heading, detail, requestId, points } = explain(error, { texts, issues, conflicts });
  return (
    <Notice
      tone="bad"
      live
      title={title ?? heading}
      action={
        retry && (
          <Button size="small" icon="refresh" onClick={retry}>
            {texts.retry}
          </Button>
        )
      }
    >
      {title !== undefined && title !== heading && <p>{heading}</p>}
      {detail !== undefined && <p>{detail}</p>}
      {points.length > 0 && (
        <ul className="mt-1 list-disc ps-4">
          {points.map((issue) => (
            <li key={`${issue.pointer} ${issue.detail}`}>
              {issue.pointer !== "" && <code>{issue.pointer}</code>} {describeIssue(issue, issues)}
            </li>
          ))}
        </ul>
      )}
      {requestId !== undefined && (
        <p className="mt-1 text-sm text-muted">
          {texts.requestId} <code className="select-all">{requestId}</code>
        </p>
      )}
    </Notice>
  );
}

interface Explained {
  readonly heading: string;
  readonly detail: string | undefined;
  readonly requestId: string | undefined;
  readonly points: readonly InputIssue[];
}

interface Words {
  readonly texts: (typeof uiTexts)["en"];
  readonly issues: (typeof issueTexts)["en"];
  readonly conflicts: (typeof conflictTexts)["en"];
}

function explain(error: unknown, { texts, issues, conflicts }: Words): Explained {
  const nothingMore = { requestId: undefined, points: [] };
  if (error instanceof ApiProblem) {
    const { title, detail, request_id, errors = [] } = error.problem;
    const conflict = findConflict(error);
    return {
      heading: findWord(issues.problems, error.slug) ?? title,
      // The list of issues already contains the detail.
      detail: errors.length > 0 ? undefined : ((conflict && describeConflict(conflict, conflicts)) ?? detail),
      requestId: request_id,
      points: errors,
    };
  }
  if (error instanceof ConnectionError)
    return { heading: texts.unreachable, detail: texts.unreachableHint, ...nothingMore };
  if (error instanceof UnreadableAnswerError) {
    const { status } = error;
    return status === 429
      ? { heading: texts.tooMany, detail: texts.tooManyHint, ...nothingMore }
      : { heading: texts.noAnswer, detail: texts.noAnswerHint(status), ...nothingMore };
  }
  const detail = error instanceof Error && error.message !== "" ? error.message : texts.failedHint;
  return { heading: texts.failed, detail, ...nothingMore };
}
