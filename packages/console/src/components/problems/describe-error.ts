import { findConflict } from "../../api/conflict.ts";
import { SignedOutError } from "../../api/problem.ts";
import { ConnectionError } from "../../auth/connection-error.ts";
import type { authTexts } from "../../auth/texts.ts";
import { UnreadableAnswerError } from "../../auth/unreadable-answer-error.ts";
import type { uiTexts } from "../../ui/texts.ts";
import type { conflictTexts } from "./conflict-texts.ts";
import { describeConflict } from "./describe-conflict.ts";

interface ErrorTexts {
  readonly ui: (typeof uiTexts)["en"];
  readonly auth: (typeof authTexts)["en"];
  readonly conflicts: (typeof conflictTexts)["en"];
}

/** Describes a thrown error in one sentence, for a toast. A notice on the page (`ErrorNotice`) says more. */
export function describeError(error: unknown, { ui, auth, conflicts }: ErrorTexts): string | undefined {
  if (error instanceof ConnectionError) return ui.unreachable;
  if (error instanceof UnreadableAnswerError) return error.status === 429 ? ui.tooMany : ui.noAnswer;
  if (error instanceof SignedOutError) return auth.sessionOver;
  const conflict = findConflict(error);
  const described = conflict && describeConflict(conflict, conflicts);
  return described ?? (error instanceof Error ? error.message : undefined);
}
