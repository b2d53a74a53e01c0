import type { Attributes } from "@licet/engine/internal/values/attributes.ts";
import { z } from "zod";
import { PARSE_OPTIONS } from "../../input/describe-zod-issue.ts";
import { issueFromZod } from "../../input/issue-from-zod.ts";
import { data, knownContext, name } from "../checks/check-question.ts";
import { writePointer } from "../json/json-pointer.ts";
import { invalidInput, type LocatedIssue } from "../problems.ts";

/** Authorization API 1.0 §5 and §6.1. Unknown members are ignored (§10.1.1). */

const properties = z.exactOptional(data);

export const subjectEntity = z.object({ type: name, id: name, properties });
export const actionEntity = z.object({ name, properties });
export const resourceEntity = z.object({ type: name, id: name, properties });
export const contextObject = data;

export const evaluation = z.object({
  subject: subjectEntity,
  action: actionEntity,
  resource: resourceEntity,
  context: z.exactOptional(contextObject),
});
export type Evaluation = z.output<typeof evaluation>;

/** Throws a problem that points to each part of the request that is not valid. */
export function parseRequest<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body, PARSE_OPTIONS);
  if (result.success) return result.data;
  throw invalidInput(describeIssues(result.error));
}

export const describeIssues = ({ issues }: z.ZodError): readonly LocatedIssue[] =>
  issues.map((zodIssue) => ({
    pointer: writePointer(zodIssue.path.map(String)),
    detail: zodIssue.path.length === 0 ? zodIssue.message : `${zodIssue.path.join(".")}: ${zodIssue.message}`,
    ...issueFromZod(zodIssue),
  }));

/** True when the caller asks for reasons. Reasons reveal the policy, so no other caller gets them. */
export const wantsReasons = (...sources: readonly (Attributes | undefined)[]): boolean =>
  sources.some((source) => source?.explain === true);

const ignoredIfInvalid = {
  ip: knownContext.shape.ip,
  grant_type: knownContext.shape.grant_type,
  acr: knownContext.shape.acr,
  amr: knownContext.shape.amr,
  auth_time: knownContext.shape.auth_time,
  client: knownContext.shape.client,
};

/**
 * The standard leaves the members of the context to the two sides, so a known member with another type is ignored, and
 * a condition that reads it grants nothing. A wrong `time` is refused: ignored, it would mean the present time.
 */
export function parseKnownContext(context: Attributes): z.output<typeof knownContext> {
  const valid: Record<string, unknown> = {};
  for (const [member, schema] of Object.entries(ignoredIfInvalid)) {
    if (context[member] !== undefined && schema.safeParse(context[member], PARSE_OPTIONS).success)
      valid[member] = context[member];
  }
  const { time } = context;
  return parseRequest(z.object({ context: knownContext }), {
    context: time === undefined ? valid : { ...valid, time },
  }).context;
}
