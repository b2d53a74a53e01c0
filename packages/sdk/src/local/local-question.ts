import type { AskedQuestion } from "@licet/engine/internal/question/asked-question.ts";
import { parseAskedQuestion } from "@licet/engine/internal/question/parse-asked-question.ts";
import { parsePlainQuestion } from "@licet/engine/internal/question/parse-plain-question.ts";
import type { PermissionName } from "../common/permission-name.ts";

type Data = Readonly<Record<string, unknown>>;

/** Whether a subject holds a permission, everywhere or at one instance: the body of `POST /api/v1/check`. */
export interface LocalQuestion {
  /** `user:usr_…`, `application:reports`, or an object with attributes for the conditions. */
  readonly subject: string | { readonly type: string; readonly id: string; readonly attributes?: Data };
  readonly permission: PermissionName;
  /** `orders/42`, or an object with attributes. Without it, the question is about all instances. */
  readonly resource?:
    | string
    | { readonly type: string; readonly id: string; readonly attributes?: Data }
    | undefined;
  /** The data of the request, for the conditions: `ip`, `time`, `client`, … */
  readonly context?: Data | undefined;
}

/** A question that has a subject and a permission, both as texts, and nothing else. */
export function isUserQuestion(
  question: LocalQuestion,
): question is { readonly subject: string; readonly permission: PermissionName } {
  if (typeof question !== "object" || question === null) return false;
  for (const member in question) if (member !== "subject" && member !== "permission") return false;
  return typeof question.subject === "string" && typeof question.permission === "string";
}

/** The question as the engine takes it. Undefined for one that the server would refuse. */
export function parseLocalQuestion(question: LocalQuestion): AskedQuestion | undefined {
  const plain = parsePlainQuestion(question);
  if (plain?.subject && plain.permission !== undefined) return plain as AskedQuestion;
  return parseAskedQuestion(question);
}
