import { z } from "zod";
import type { Attributes } from "../../core/attributes.ts";
import { PARSE_OPTIONS } from "../../input/describe-zod-issue.ts";
import { issueFromZod } from "../../input/issue-from-zod.ts";
import { data, knownContext, name } from "../checks/check-question.ts";
import { invalidInput, type LocatedIssue } from "../problems.ts";

/** Authorization API 1.0 §5 and §6.1. Members that we do not know are passed over (§10.1.1). */

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

/** Throws what is wrong with the request as a problem that points at it. */
export function parseRequest<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body, PARSE_OPTIONS);
  if (result.success) return result.data;
  throw invalidInput(describeIssues(result.error));
}

export const describeIssues = ({ issues }: z.ZodError): readonly LocatedIssue[] =>
  issues.map((zodIssue) => ({
    pointer: zodIssue.path.map((part) => `/${String(part)}`).join(""),
    detail: zodIssue.path.length === 0 ? zodIssue.message : `${zodIssue.path.join(".")}: ${zodIssue.message}`,
    ...issueFromZod(zodIssue),
  }));

/** Whether the caller wants to know why: reasons tell about the policy, so they go only to those who ask. */
export const wantsReasons = (...sources: readonly (Attributes | undefined)[]): boolean =>
  sources.some((source) => source?.explain === true);

const usable = {
  ip: knownContext.shape.ip,
  grant_type: knownContext.shape.grant_type,
  acr: knownContext.shape.acr,
  amr: knownContext.shape.amr,
  auth_time: knownContext.shape.auth_time,
  client: knownContext.shape.client,
};

/**
 * The context's members mean what the two sides agreed on, so one that does not look like ours is not ours, and a
 * condition that needs it grants nothing. The time is another matter: without it we would take the present one.
 */
export function parseKnownContext(context: Attributes): z.output<typeof knownContext> {
  const taken: Record<string, unknown> = {};
  for (const [member, schema] of Object.entries(usable)) {
    if (context[member] !== undefined && schema.safeParse(context[member], PARSE_OPTIONS).success)
      taken[member] = context[member];
  }
  const { time } = context;
  return parseRequest(z.object({ context: knownContext }), {
    context: time === undefined ? taken : { ...taken, time },
  }).context;
}
