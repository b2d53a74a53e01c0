import { z } from "zod";
import { CONFLICTS, type ConflictValues } from "../../core/conflict.ts";
import { type FaultValues, INPUT_FAULTS } from "../../core/input-fault.ts";
import { ownResource } from "../../state/own-entities.ts";
import { PROBLEMS } from "../problems.ts";
import { API_PREFIX, type ApiRoute } from "./api-route.ts";

/** The OpenAPI 3.1 document of the routes, made from what the routes themselves check. */
export function describeApi(routes: readonly ApiRoute[], issuer: string, version: string): object {
  const byPath = Object.entries(Object.groupBy(routes, ({ path }) => API_PREFIX + path));
  const paths = Object.fromEntries(
    byPath.map(([path, methods = []]) => [
      path,
      Object.fromEntries(methods.map((route) => [route.method.toLowerCase(), describeRoute(route)])),
    ]),
  );
  return {
    openapi: "3.1.0",
    info: { title: "Licet", version, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    servers: [{ url: issuer }],
    components: {
      securitySchemes: {
        token: {
          type: "oauth2",
          flows: {
            clientCredentials: {
              tokenUrl: `${issuer}/oidc/token`,
              scopes: Object.fromEntries(
                routes.map(({ permission }) => [permission, descriptionOf(permission)]),
              ),
            },
          },
        },
      },
      schemas: { Problem: PROBLEM },
    },
    paths,
  };
}

const ACTIONS = ownResource("").actions;
const descriptionOf = (permission: string): string =>
  ACTIONS[permission.slice(permission.indexOf(":") + 1)]?.description.en ?? permission;

function describeRoute(route: ApiRoute): object {
  return {
    tags: [route.tag],
    summary: route.summary,
    operationId: operationId(route),
    security: [{ token: [route.permission] }],
    parameters: [
      ...describeParameters(route.params, "path"),
      ...describeParameters(route.query, "query"),
      ...(route.headers ?? []).map((name) => ({ name, in: "header", schema: { type: "string" } })),
    ],
    ...(route.body && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: describeSchema(route.body, "input") } },
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.answers).map(([status, answer]) => [status, describeAnswer(answer)]),
      ),
      default: {
        description: "A problem (RFC 9457)",
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    },
  };
}

const operationId = ({ method, path }: ApiRoute): string =>
  method.toLowerCase() +
  path.replaceAll(/[^A-Za-z]+([A-Za-z])/g, (_, letter: string) => letter.toUpperCase()).replaceAll(/\W/g, "");

const describeAnswer = ({ description, schema }: ApiRoute["answers"][number]) => ({
  description,
  ...(schema && { content: { "application/json": { schema: describeSchema(schema, "output") } } }),
});

function describeParameters(schema: z.ZodType | undefined, place: "path" | "query"): readonly object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = describeSchema(schema, "input") as {
    properties?: Record<string, object>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: described,
  }));
}

/** OpenAPI 3.1 speaks JSON Schema 2020-12. What a transformation does cannot be said in it; the input's shape can. */
export function describeSchema(schema: z.ZodType, io: "input" | "output"): object {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return described;
}

/** What stands beside a code; docs/errors.md says which goes with which. */
const FAULT_VALUES: Readonly<Record<keyof FaultValues, object>> = {
  minimum: { type: "number" },
  maximum: { type: "number" },
  expected: { type: "string" },
  values: { type: "array", items: { type: "string" } },
  kind: { type: "string" },
  name: { type: "string" },
  suggestion: { type: "string" },
  cycle: { type: "array", items: { type: "string" } },
  members: { type: "array", items: { type: "string" } },
  used_by: { type: "array", items: { type: "string" } },
  type: { type: "string" },
  first: { type: "integer" },
  line: { type: "integer" },
  column: { type: "integer" },
  problem: { type: "string" },
};

/** The same for conflicts. */
const CONFLICT_VALUES: Readonly<Record<keyof ConflictValues, object>> = {
  kind: { type: "string" },
  name: { type: "string" },
  member: { type: "string" },
  maximum: { type: "integer" },
  used_by: {
    type: "array",
    items: {
      type: "object",
      required: ["kind", "id"],
      properties: { kind: { type: "string" }, id: { type: "string" } },
    },
  },
  count: { type: "integer", description: "How many `used_by` names" },
  more: { type: "boolean", const: true, description: "There are others besides" },
  application_type: { type: "string" },
};

const PROBLEM = {
  type: "object",
  required: ["type", "title", "status", "request_id"],
  properties: {
    type: { type: "string", enum: Object.keys(PROBLEMS).map((slug) => `urn:licet:problem:${slug}`) },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    request_id: { type: "string" },
    code: { type: "string", enum: Object.keys(CONFLICTS), description: "Of a conflict" },
    ...CONFLICT_VALUES,
    errors: {
      type: "array",
      items: {
        type: "object",
        required: ["pointer", "detail", "code"],
        properties: {
          pointer: { type: "string", description: "RFC 6901; empty for the input as a whole" },
          detail: { type: "string" },
          code: { type: "string", enum: Object.keys(INPUT_FAULTS) },
          ...FAULT_VALUES,
        },
      },
    },
  },
} as const;
