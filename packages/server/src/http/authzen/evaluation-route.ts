import type { FastifyInstance, FastifyReply } from "fastify";
import { addEndpoint } from "../endpoint.ts";
import { AUTHZEN_PATHS } from "./authzen-paths.ts";
import type { Evaluate, Verdict } from "./evaluate.ts";
import { evaluation, parseRequest, wantsReasons } from "./evaluation-request.ts";

/** Authorization API 1.0 §6: one question, one decision. A denial is a decision, not an error. */
export function addEvaluationRoute(app: FastifyInstance, evaluate: Evaluate): void {
  addEndpoint(app, AUTHZEN_PATHS.access_evaluation_endpoint, {
    POST: async (request, reply) => evaluateOne(evaluate, request.body, reply),
  });
}

export async function evaluateOne(evaluate: Evaluate, body: unknown, reply: FastifyReply): Promise<Decision> {
  const asked = parseRequest(evaluation, body);
  const [verdict] = await evaluate([asked]);
  if (!verdict) throw new Error("one question has one answer");
  reply.header("licet-revision", verdict.revision);
  return describeVerdict(verdict, wantsReasons(asked.context));
}

export interface Decision {
  readonly decision: boolean;
  readonly context?: object;
}

export const describeVerdict = ({ allowed, reason, revision }: Verdict, withReason: boolean): Decision => ({
  decision: allowed,
  ...(withReason && { context: { reason, revision } }),
});
