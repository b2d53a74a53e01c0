import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { PARSE_OPTIONS } from "../../input/describe-zod-issue.ts";
import { addEndpoint } from "../endpoint.ts";
import { AUTHZEN_PATHS } from "./authzen-paths.ts";
import type { Evaluate } from "./evaluate.ts";
import {
  contextObject,
  describeIssues,
  type Evaluation,
  evaluation,
  parseRequest,
  wantsReasons,
} from "./evaluation-request.ts";
import { type Decision, describeVerdict, evaluateOne } from "./evaluation-route.ts";

const MAX_EVALUATIONS = 1_000;
const SEMANTICS = ["execute_all", "deny_on_first_deny", "permit_on_first_permit"] as const;

const anyObject = z.record(z.string(), z.unknown());
export const evaluationsRequest = z.object({
  subject: z.exactOptional(anyObject),
  action: z.exactOptional(anyObject),
  resource: z.exactOptional(anyObject),
  context: z.exactOptional(contextObject),
  options: z.looseObject({ evaluations_semantic: z.enum(SEMANTICS).default("execute_all") }).prefault({}),
  evaluations: z.array(z.unknown()).max(MAX_EVALUATIONS),
});
type Batch = z.output<typeof evaluationsRequest>;

/** Authorization API 1.0 §7: many questions at one revision, with defaults for what they share. */
export function addEvaluationsRoute(app: FastifyInstance, evaluate: Evaluate): void {
  addEndpoint(app, AUTHZEN_PATHS.access_evaluations_endpoint, {
    async POST({ body }, reply) {
      // §7.1: without evaluations it is a request of the single kind.
      if (!hasEvaluations(body)) return evaluateOne(evaluate, body, reply);
      const request = parseRequest(evaluationsRequest, body);
      const items = request.evaluations.map((item) => parseItem(item, request));
      const verdicts = (await evaluate(items.flatMap(({ asked }) => (asked ? [asked] : [])))).values();
      let revision: number | undefined;
      const decisions = items.map(({ asked, error }): Decision => {
        if (!asked) return { decision: false, context: { error: { status: 400, message: error } } };
        const verdict = verdicts.next().value;
        if (!verdict) throw new Error("every question has an answer");
        revision = verdict.revision;
        return describeVerdict(verdict, wantsReasons(request.options, asked.context));
      });
      if (revision !== undefined) reply.header("licet-revision", revision);
      return { evaluations: until(request.options.evaluations_semantic, decisions) };
    },
  });
}

function hasEvaluations(body: unknown): boolean {
  const evaluations = (body as { evaluations?: unknown } | null | undefined)?.evaluations;
  return evaluations !== undefined && !(Array.isArray(evaluations) && evaluations.length === 0);
}

type Item =
  | { readonly asked: Evaluation; readonly error?: never }
  | { readonly asked?: never; readonly error: string };

/** §7.2.1: the error of one question takes the place of its answer, and the others are still answered. */
function parseItem(item: unknown, defaults: Batch): Item {
  const given = anyObject.safeParse(item, PARSE_OPTIONS);
  const result = given.success
    ? evaluation.safeParse(withDefaults(given.data, defaults), PARSE_OPTIONS)
    : given;
  if (result.success) return { asked: result.data as Evaluation };
  return { error: describeIssues(result.error)[0]?.detail ?? "not a valid evaluation" };
}

/** §7.1.1: the entity of an item replaces the default, which only supplies a missing type, id or name. */
function withDefaults(item: Record<string, unknown>, defaults: Batch): object {
  const entity = (member: "subject" | "action" | "resource", required: readonly string[]) => {
    const own = item[member];
    const shared = defaults[member];
    if (own === undefined) return shared;
    if (!shared || typeof own !== "object" || own === null) return own;
    return { ...Object.fromEntries(required.map((key) => [key, shared[key]])), ...own };
  };
  return {
    subject: entity("subject", ["type", "id"]),
    action: entity("action", ["name"]),
    resource: entity("resource", ["type", "id"]),
    ...((item.context ?? defaults.context) !== undefined && { context: item.context ?? defaults.context }),
  };
}

/** §7.1.2.1: the decisions up to and including the first that ends the batch. */
function until(semantic: (typeof SEMANTICS)[number], decisions: readonly Decision[]): readonly Decision[] {
  if (semantic === "execute_all") return decisions;
  const end = decisions.findIndex(({ decision }) => decision === (semantic === "permit_on_first_permit"));
  return end === -1 ? decisions : decisions.slice(0, end + 1);
}
