import type { z } from "zod";
import type {
  ApiContent,
  ApiGroup,
  ApiOperation,
  JsonSchema,
} from "../../../docs/.vitepress/theme/api/api-description.ts";
import { AUTHZEN_PATHS } from "../../../packages/server/src/http/authzen/authzen-paths.ts";
import { evaluation } from "../../../packages/server/src/http/authzen/evaluation-request.ts";
import { evaluationsRequest } from "../../../packages/server/src/http/authzen/evaluations-route.ts";
import { searchRequests } from "../../../packages/server/src/http/authzen/search-routes.ts";
import { describeSchema } from "../../../packages/server/src/http/json/openapi/describe-schema.ts";

const SUBJECT = { type: "user", id: "alice" };
const ACTION = { name: "read" };
const RESOURCE = { type: "orders", id: "42" };
const PAGE = { next_token: "", count: 1 };

/** AuthZEN has its own specification, so the OpenAPI document leaves it out. The page has it beside the other checks. */
export const describeAuthzen = (problem: ApiContent): ApiGroup => ({
  name: "authzen",
  title: "AuthZEN",
  description:
    "The same answers by the OpenID AuthZEN Authorization API 1.0. Only a token of a client itself is accepted",
  operations: [
    {
      id: "authzenEvaluation",
      path: AUTHZEN_PATHS.access_evaluation_endpoint,
      summary: "Decide one question",
      permission: "licet:authzen.evaluate",
      schema: evaluation,
      example: { subject: SUBJECT, action: ACTION, resource: RESOURCE },
      answer: { decision: true },
    },
    {
      id: "authzenEvaluations",
      path: AUTHZEN_PATHS.access_evaluations_endpoint,
      summary: "Decide many questions at one revision",
      permission: "licet:authzen.evaluate",
      schema: evaluationsRequest,
      example: { subject: SUBJECT, action: ACTION, evaluations: [{ resource: RESOURCE }] },
      answer: { evaluations: [{ decision: true }] },
    },
    {
      id: "authzenSearchSubject",
      path: AUTHZEN_PATHS.search_subject_endpoint,
      summary: "List the subjects that may do something",
      permission: "licet:authzen.search",
      schema: searchRequests.subject,
      example: { subject: { type: "user" }, action: ACTION, resource: RESOURCE },
      answer: { page: PAGE, results: [SUBJECT] },
    },
    {
      id: "authzenSearchResource",
      path: AUTHZEN_PATHS.search_resource_endpoint,
      summary: "List the resources where a subject may do something",
      permission: "licet:authzen.search",
      schema: searchRequests.resource,
      example: { subject: SUBJECT, action: ACTION, resource: { type: "orders" } },
      answer: { page: PAGE, results: [RESOURCE] },
    },
    {
      id: "authzenSearchAction",
      path: AUTHZEN_PATHS.search_action_endpoint,
      summary: "List what a subject may do with a resource",
      permission: "licet:authzen.search",
      schema: searchRequests.action,
      example: { subject: SUBJECT, resource: RESOURCE },
      answer: { page: PAGE, results: [ACTION] },
    },
  ].map((endpoint) => describeEndpoint(endpoint, problem)),
});

interface Endpoint {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly permission: string;
  readonly schema: z.ZodType;
  readonly example: unknown;
  readonly answer: unknown;
}

const describeEndpoint = (
  { id, path, summary, permission, schema, example, answer }: Endpoint,
  problem: ApiContent,
): ApiOperation => ({
  id,
  method: "POST",
  path,
  summary,
  permissions: [permission],
  writes: false,
  parameters: [],
  body: {
    required: true,
    mediaType: "application/json",
    schema: describeSchema(schema, "input") as JsonSchema,
    example,
  },
  answers: [
    {
      status: "200",
      description: "The answer; a denial is not an error",
      content: { mediaType: "application/json", schema: { type: "object" }, example: answer },
    },
    { status: "other", description: "A problem", content: problem },
  ],
});
