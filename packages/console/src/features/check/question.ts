import type { AnswerOf, BodyOf } from "../../api/call-api.ts";
import type { JsonObject } from "../../components/fields/object-rows.ts";
import { parseText } from "../../values/parse-search.ts";

/** The question of a check in the address. */
export interface Question {
  readonly subject?: string;
  readonly permission?: string;
  readonly resource?: string;
  readonly context?: JsonObject;
}

export type Explanation = AnswerOf<"POST /check:explain">;
export type Allowed = Extract<Explanation, { readonly allowed: true }>;
export type Denied = Extract<Explanation, { readonly allowed: false }>;
export type GrantPath = Allowed["via"];
export type NearMiss = Denied["near_misses"][number];
export type EvaluatedCondition = GrantPath["conditions"][number];

export function parseQuestion(search: Readonly<Record<string, unknown>>): Question {
  const { context } = search;
  const isContext = typeof context === "object" && context !== null && !Array.isArray(context);
  const texts = (["subject", "permission", "resource"] as const)
    .map((name) => [name, parseText(search[name])] as const)
    .filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(texts), ...(isContext && { context: context as JsonObject }) };
}

/** Returns the body of the API call; undefined until the question is complete. */
export function checkBodyFrom(question: Question): BodyOf<"POST /check:explain"> | undefined {
  const { subject, permission, resource, context = {} } = question;
  if (subject === undefined || permission === undefined) return undefined;
  return {
    subject,
    permission,
    ...(resource !== undefined && { resource }),
    ...(Object.keys(context).length > 0 && { context }),
  };
}
