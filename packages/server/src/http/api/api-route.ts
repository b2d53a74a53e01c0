import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Origin } from "../../oauth/token-request.ts";
import type { BearerError, Caller, VerifyBearer } from "../../oauth/verify-bearer.ts";
import { type InputProblem, invalidInput, ProblemError } from "../problems.ts";
import { originOf } from "../request-parts.ts";

/** A route of the management or permission API. The OpenAPI document is made from the same declaration. */
export interface ApiRoute<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** As in OpenAPI, below /api/v1: `/roles/{name}`. */
  readonly path: string;
  /** The permission of Licet itself that the caller's token must carry. */
  readonly permission: `licet:${string}`;
  readonly tag: string;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** By status: what comes back, and when. */
  readonly answers: Readonly<Record<number, { readonly description: string; readonly schema?: z.ZodType }>>;
  handle(call: ApiCall<z.output<Params>, z.output<Query>, z.output<Body>>): Promise<ApiAnswer>;
}

export interface ApiCall<Params, Query, Body> {
  readonly caller: Caller;
  readonly origin: Origin;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The revision the answer was true at: sent as `Licet-Revision`. */
  readonly revision?: number;
}

/** Only for the compiler: gives the handler the types of the route's own schemas. */
export const apiRoute = <P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  route: ApiRoute<P, Q, B>,
): ApiRoute => route as unknown as ApiRoute;

export const API_PREFIX = "/api/v1";

export function addApiRoute(app: FastifyInstance, route: ApiRoute, verifyBearer: VerifyBearer): void {
  app.route({
    method: route.method,
    url:
      API_PREFIX + route.path.replaceAll(/\{(\w+)\}/g, ":$1").replaceAll(/:(?=batch|explain|resolve)/g, "::"),
    handler: async (request, reply) => {
      const caller = await verifyBearer(request.headers.authorization, route.permission);
      const answer = await route.handle({
        caller,
        origin: originOf(request),
        params: parsePart(route.params, request.params, ""),
        query: parsePart(route.query, request.query, "query"),
        body: parsePart(route.body, request.body, ""),
        request,
        reply,
      });
      return sendAnswer(reply, answer);
    },
  });
}

function sendAnswer(reply: FastifyReply, { status, body, headers, revision }: ApiAnswer): FastifyReply {
  if (reply.sent) return reply;
  if (headers) reply.headers(headers);
  if (revision !== undefined) reply.header("licet-revision", revision);
  return reply.status(status).send(body);
}

/** RFC 6901, within the body; parameters of the query are named `query/…`. */
function parsePart(schema: z.ZodType | undefined, value: unknown, prefix: string): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidInput(result.error.issues.flatMap((issue) => problemsOf(issue, prefix)));
}

function problemsOf(issue: z.core.$ZodIssue, prefix: string): readonly InputProblem[] {
  const path = issue.path.map((part) => String(part).replaceAll("~", "~0").replaceAll("/", "~1"));
  const pointer = (...more: string[]) =>
    [prefix, ...path, ...more]
      .map((part) => `/${part}`)
      .join("")
      .replace(/^\/(?=\/|$)/, "");
  if (issue.code !== "unrecognized_keys") return [{ pointer: pointer(), detail: issue.message }];
  return issue.keys.map((key) => ({ pointer: pointer(key), detail: "unknown member" }));
}

/** RFC 6750 §3: how a refused token is answered. */
export function bearerProblem(error: BearerError, reply: FastifyReply): ProblemError {
  const scope = error.requiredScope === undefined ? "" : `, scope="${error.requiredScope}"`;
  const reason = error.code === undefined ? "" : `, error="${error.code}"${scope}`;
  reply.header("www-authenticate", `Bearer realm="licet"${reason}`);
  return new ProblemError(
    error.code === "insufficient_scope" ? "forbidden" : "unauthenticated",
    error.message,
  );
}
