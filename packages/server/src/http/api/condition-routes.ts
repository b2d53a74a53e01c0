import { z } from "zod";
import { compileCondition } from "../../permissions/conditions/compile-condition.ts";
import { InvalidConditionError } from "../../permissions/conditions/invalid-condition-error.ts";
import { type ApiAnswer, type ApiRoute, apiRoute } from "./api-route.ts";

const answer = z.union([
  z.strictObject({ valid: z.literal(true), reads: z.array(z.string()) }),
  z.strictObject({
    valid: z.literal(false),
    problem: z.string(),
    position: z.strictObject({ line: z.int(), column: z.int() }).optional(),
  }),
]);

/** For whoever is writing a condition: says at once what saving it would say. */
export const createConditionRoutes = (): readonly ApiRoute[] => [
  apiRoute({
    method: "POST",
    path: "/conditions:check",
    permission: "licet:roles.read",
    tag: "roles",
    summary: "Check a condition without writing it anywhere",
    body: z.strictObject({ condition: z.string() }),
    answers: {
      200: { description: "What it reads; or the first thing that is wrong, and where", schema: answer },
    },
    handle: async ({ body: { condition } }) => ({ status: 200, body: judge(condition) }),
  }),
];

function judge(source: string): ApiAnswer["body"] {
  try {
    return { valid: true, reads: compileCondition(source).reads };
  } catch (error) {
    if (!(error instanceof InvalidConditionError)) throw error;
    const [first] = error.problems;
    if (!first) return { valid: false, problem: error.message };
    const { message: problem, line, column } = first;
    return { valid: false, problem, position: { line, column } };
  }
}
