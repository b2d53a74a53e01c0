import { compileCondition } from "@licet/engine/internal/conditions/compile-condition.ts";
import { InvalidConditionError } from "@licet/engine/internal/conditions/invalid-condition-error.ts";
import { z } from "zod";
import { type ApiAnswer, type ApiRoute, apiRoute } from "../json/api-route.ts";
import { count } from "../json/wire-values.ts";

const position = z.strictObject({ line: count, column: count }).meta({ title: "ConditionPosition" });
const answer = z
  .union([
    z.strictObject({ valid: z.literal(true), reads: z.array(z.string()) }).meta({ title: "ValidCondition" }),
    z
      .strictObject({ valid: z.literal(false), message: z.string(), position: position.optional() })
      .meta({ title: "InvalidCondition" }),
  ])
  .meta({ title: "CheckedCondition" });

/** Validates a condition while it is written, with the diagnostics that saving it would give. */
export const createConditionRoutes = (): readonly ApiRoute[] => [
  apiRoute({
    operation: "checkCondition",
    method: "POST",
    path: "/conditions:check",
    permission: "licet:roles.read",
    tag: "roles",
    summary: "Check a condition without writing it anywhere",
    body: z.strictObject({ condition: z.string() }).meta({ title: "ConditionRequest" }),
    answers: {
      200: { description: "What it reads; or the first thing that is wrong, and where", schema: answer },
    },
    handle: async ({ body: { condition } }) => ({ status: 200, body: describeCondition(condition) }),
  }),
];

function describeCondition(source: string): ApiAnswer["body"] {
  try {
    return { valid: true, reads: compileCondition(source).reads };
  } catch (error) {
    if (!(error instanceof InvalidConditionError)) throw error;
    const [first] = error.diagnostics;
    if (!first) return { valid: false, message: error.message };
    const { message, line, column } = first;
    return { valid: false, message, position: { line, column } };
  }
}
