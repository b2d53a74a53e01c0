import { findConflict } from "../api/conflict.ts";
import type { InputFault } from "../api/input-fault.ts";
import { ApiProblem, ConnectionError, SignedOutError, UnreadableAnswerError } from "../api/problem.ts";
import { MissingRight } from "../auth/missing-right.tsx";
import { SignedOutNotice } from "../auth/signed-out-notice.tsx";
import { findWord } from "../texts/find-word.ts";
import { useTexts } from "../texts/use-texts.tsx";
import { Button } from "./button.tsx";
import { conflictTexts } from "./conflict-texts.ts";
import { describeConflict } from "./describe-conflict.ts";
import { describeFault } from "./describe-fault.ts";
import { faultTexts } from "./fault-texts.ts";
import { Notice } from "./notice.tsx";
import { uiTexts } from "./texts.ts";

interface ErrorNoticeProps {
  readonly error: unknown;
  /** What could not be done, in the words of the view. */
  readonly title?: string;
  readonly retry?: (() => void) | undefined;
}

/** What went wrong and what to do, from whatever was thrown. */
export function ErrorNotice({ error, title, retry }: ErrorNoticeProps) {
  const texts = useTexts(uiTexts);
  const faults = useTexts(faultTexts);
  const conflicts = useTexts(conflictTexts);
  if (error instanceof ApiProblem && error.missing !== undefined)
    return (
      <MissingRight
        refused
        permissions={[error.missing]}
        {...(title !== undefined && { title })}
        retry={retry}
      />
    );
  if (error instanceof SignedOutError) return <SignedOutNotice title={title} retry={retry} />;
  const { heading, detail, requestId, points } = explain(error, { texts, faults, conflicts });
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
          {points.map((fault) => (
            <li key={`${fault.pointer} ${fault.detail}`}>
              {fault.pointer !== "" && <code>{fault.pointer}</code>} {describeFault(fault, faults)}
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
  readonly points: readonly InputFault[];
}

interface Words {
  readonly texts: (typeof uiTexts)["en"];
  readonly faults: (typeof faultTexts)["en"];
  readonly conflicts: (typeof conflictTexts)["en"];
}

function explain(error: unknown, { texts, faults, conflicts }: Words): Explained {
  const nothingMore = { requestId: undefined, points: [] };
  if (error instanceof ApiProblem) {
    const { title, detail, request_id, errors = [] } = error.problem;
    const conflict = findConflict(error);
    return {
      heading: findWord(faults.problems, error.slug) ?? title,
      // With points it would say the first of them again.
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
