import { PROBLEM_TYPE, PROBLEMS, type ProblemSlug } from "../../problems.ts";
import type { DescribedRoute } from "../api-route.ts";
import type { Components } from "./collect-components.ts";
import { describeSchema } from "./describe-schema.ts";
import { exampleFrom } from "./example-from.ts";
import { PROBLEM_EXAMPLES } from "./examples/problems.ts";
import { type AnswerHeader, referToHeaders } from "./headers.ts";
import { PROBLEM } from "./problem-schema.ts";

type Answer = DescribedRoute["answers"][number];

/** The problems that operations answer with, by the name of their response. */
const SHARED = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  409: "Conflict",
  412: "PreconditionFailed",
  413: "ContentTooLarge",
  415: "UnsupportedMediaType",
  422: "UnprocessableContent",
  429: "TooManyRequests",
  503: "ServiceUnavailable",
} as const;
type SharedStatus = keyof typeof SHARED;
type ProblemStatus = keyof typeof PROBLEM_EXAMPLES;
const UNEXPECTED = "UnexpectedProblem";

/** The answers that a route declares, and the problems that follow from its method, parameters and body. */
export function describeResponses(route: DescribedRoute, components: Components): object {
  const shared = listProblems(route).map((status) => [status, refer(SHARED[status])] as const);
  const declared = Object.entries(route.answers).map(
    ([status, answer]) => [status, describeAnswer(Number(status), answer, components)] as const,
  );
  return { ...Object.fromEntries([...shared, ...declared]), default: refer(UNEXPECTED) };
}

const refer = (name: string) => ({ $ref: `#/components/responses/${name}` });

function listProblems({ method, params, body, headers = [] }: DescribedRoute): readonly SharedStatus[] {
  const isConditional = headers.includes("If-Match") || headers.includes("If-None-Match");
  const isIdempotent = headers.includes("Idempotency-Key");
  return [
    400,
    401,
    403,
    ...(params ? ([404] as const) : []),
    ...(method === "PUT" || method === "DELETE" || isIdempotent ? ([409] as const) : []),
    ...(isConditional ? ([412] as const) : []),
    ...(body ? ([413, 415] as const) : []),
    ...(isIdempotent ? ([422] as const) : []),
    429,
    503,
  ];
}

function describeAnswer(status: number, answer: Answer, components: Components): object {
  if (status >= 400) return describeProblem(status as ProblemStatus, answer.description, components);
  const { description, schema, headers = [], isAlsoStream = false, mediaType = "application/json" } = answer;
  const described = schema && components.refer(describeSchema(schema, "output"));
  const content = {
    ...(described && {
      [mediaType]: { schema: described, example: exampleFrom(described, components.find) },
    }),
    ...(isAlsoStream && { "text/event-stream": { schema: { type: "string" } } }),
  };
  return {
    description,
    headers: referToHeaders([...headers, "Licet-Revision", "X-Request-Id"]),
    ...(described && { content }),
  };
}

/** `components.responses` */
export function describeSharedResponses(components: Components): object {
  const named = Object.entries(SHARED).map(([status, name]) => {
    const number = Number(status) as SharedStatus;
    return [name, describeProblem(number, describeSlugs(number), components)] as const;
  });
  return {
    ...Object.fromEntries(named),
    [UNEXPECTED]: describeProblem(500, "Any other problem", components),
  };
}

function describeProblem(status: ProblemStatus, description: string, components: Components): object {
  return {
    description,
    headers: referToHeaders([...headersOf(status), "X-Request-Id"]),
    content: {
      [PROBLEM_TYPE]: { schema: components.refer(PROBLEM), example: PROBLEM_EXAMPLES[status] },
    },
  };
}

function headersOf(status: number): readonly AnswerHeader[] {
  if (status === 401 || status === 403) return ["WWW-Authenticate"];
  return status === 429 || status === 503 ? ["Retry-After"] : [];
}

const describeSlugs = (status: number): string =>
  (Object.keys(PROBLEMS) as ProblemSlug[])
    .filter((slug) => PROBLEMS[slug].status === status)
    .map((slug) => `\`${slug}\`: ${PROBLEMS[slug].title}`)
    .join("; ");
