import { LicetError } from "../common/licet-error.ts";
import { parseJsonObject } from "../common/parse-json-object.ts";
import { readBoundedText } from "../common/read-bounded-text.ts";
import type { Clock } from "../common/runtime.ts";
import type { SendRequest } from "./licet-requests.ts";
import type { LocalAnswer } from "./local-answer.ts";
import type { LocalQuestion } from "./local-question.ts";

const MAX_ANSWER_BYTES = 65_536;

/** The answer of `POST /api/v1/check`. Throws when there is none. */
export async function askServer(
  send: SendRequest,
  { subject, permission, resource, context }: LocalQuestion,
  atLeast: number | undefined,
  { monotonic }: Pick<Clock, "monotonic">,
  signal: AbortSignal,
): Promise<LocalAnswer> {
  const { body, sent } = await send({
    method: "POST",
    path: "/check",
    accept: "application/json",
    body: JSON.stringify({ subject, permission, resource, context, at_least: atLeast }),
    signal,
  });
  const answer = parseJsonObject(await readBoundedText(new Response(body), MAX_ANSWER_BYTES));
  if (typeof answer?.allowed !== "boolean" || typeof answer.revision !== "number")
    throw new LicetError("invalid_response", "the answer of Licet to a check is not one");
  const { allowed, revision } = answer as { allowed: boolean; revision: number };
  return { allowed, revision, ageMilliseconds: monotonic() - sent.monotonic };
}
