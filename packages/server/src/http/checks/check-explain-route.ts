import { explainCheck } from "@licet/engine/internal/explain/explain-check.ts";
import { writeExplanation } from "@licet/engine/internal/explain/write-explanation.ts";
import type { Clients } from "../../accounts/clients.ts";
import type { Check } from "../../permissions/check.ts";
import type { FactSource } from "../../permissions/fact-source.ts";
import { type ApiRoute, apiRoute } from "../json/api-route.ts";
import { checkRequest, parseQuestion } from "./check-question.ts";
import { explanationSchema } from "./explanation-schema.ts";
import { createShowValues } from "./show-values.ts";

/** A check with its explanation: the grant path, or the near misses and suggestions. */
export function createExplainRoute(dependencies: {
  readonly check: Check;
  readonly clients: Clients;
  readonly factSource: FactSource;
}): ApiRoute {
  const { check, clients, factSource } = dependencies;
  return apiRoute({
    operation: "explainCheck",
    method: "POST",
    path: "/check:explain",
    permission: "licet:explain",
    tag: "checks",
    summary: "Check whether a subject holds a permission, and see why",
    body: checkRequest,
    answers: {
      200: {
        description: "The answer of the check, with the grant path or the near misses",
        schema: explanationSchema,
      },
    },
    async handle({ body: { at_least, ...asked }, caller }) {
      const question = await parseQuestion(asked, clients);
      const answer = await check.one(question, at_least);
      const model = answer.case?.facts.model ?? (await factSource.model());
      const show = createShowValues(caller.permissions);
      const body = writeExplanation(explainCheck(answer, question, model, show.outcome), show);
      return { status: 200, body, revision: answer.revision };
    },
  });
}
