import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { whenReady } from "../../core/async/awaitable.ts";
import type { ClaimedKey } from "../../directory/stores.ts";
import { PARSE_OPTIONS } from "../../input/describe-zod-issue.ts";
import { issueFromZod } from "../../input/issue-from-zod.ts";
import type { Origin } from "../../oauth/token-request.ts";
import type { Caller } from "../../oauth/tokens/verify-bearer.ts";
import { sendCompressed } from "../compression/send-compressed.ts";
import { refuseOtherMethods } from "../connection/unoffered-methods.ts";
import { invalidInput, type LocatedIssue } from "../problems.ts";
import { originOf } from "../request-parts.ts";
import { writePointer } from "./json-pointer.ts";
import type { AnswerHeader, RequestHeader } from "./openapi/headers.ts";

/** What the OpenAPI document says about a route. */
export interface DescribedRoute<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
> {
  /** The operation id: what generated clients call the function. No other route has the same. */
  readonly operation: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** As in OpenAPI, below /api/v1: `/roles/{name}`, `/assignments:batch`. */
  readonly path: string;
  /** The permission of Licet itself that the caller's token must carry. Absent: clients authenticate themselves. */
  readonly permission?: `licet:${string}`;
  /** The permission that some queries need instead. */
  readonly otherPermission?: {
    readonly permission: `licet:${string}`;
    isNeeded(query: unknown): boolean;
  };
  /** One of `TAGS`. */
  readonly tag: string;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /**
   * The body has a line for each value of `body`, and the handler reads it as it arrives. Without it, the body is JSON.
   */
  readonly bodyType?: typeof NDJSON;
  /** 64 kB unless a route has a reason for more. */
  readonly bodyLimitBytes?: number;
  /** Header fields that the route reads, for its description. */
  readonly headers?: readonly RequestHeader[];
  /**
   * The successful answer is compressed when it is large. Only for a route whose answers never hold a secret: beside a
   * text that a caller chose, the size of a compressed answer would reveal the secret bit by bit (BREACH).
   */
  readonly isCompressible?: true;
  /** The answers by status. Answers of every route (401, 503, …) are described elsewhere. */
  readonly answers: Readonly<Record<number, DescribedAnswer>>;
}

/** A route of the management or permission API. The OpenAPI document is made from the same declaration. */
export interface ApiRoute<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
> extends DescribedRoute<Params, Query, Body> {
  readonly permission: `licet:${string}`;
  /**
   * The answer is decided from what this node knows, which may be 2 seconds old. So may be what it knows of the caller's
   * token, and the call needs no query. Every other route asks the database whether the token was revoked.
   */
  readonly isDecision?: true;
  /**
   * Reads the form of the body that nearly all callers send, without the schema, which costs more than a decision.
   * Undefined for any other body: the schema parses it or says what is wrong.
   */
  readPlainBody?(body: unknown): z.output<Body> | undefined;
  /** A promise only when it has to wait for something. */
  handle(call: ApiCall<z.output<Params>, z.output<Query>, z.output<Body>>): ApiAnswer | Promise<ApiAnswer>;
}

export interface DescribedAnswer {
  readonly description: string;
  /** The body of a successful answer; every other answer is a problem. */
  readonly schema?: z.ZodType;
  /** The headers that this answer has beside those of every answer. */
  readonly headers?: readonly AnswerHeader[];
  /** True when a caller that accepts server-sent events gets these instead. */
  readonly isAlsoStream?: boolean;
  /** The media type of the body; JSON when absent. */
  readonly mediaType?: string;
}

export interface ApiCall<Params = unknown, Query = unknown, Body = unknown> {
  readonly caller: Caller;
  readonly origin: Origin;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The idempotency key that the call holds. */
  readonly claimed?: ClaimedKey | undefined;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The revision of the data that the answer was computed from: sent as `Licet-Revision`. */
  readonly revision?: number;
}

/** Gives the handler the types of the schemas of its route. Does nothing at run time. */
export const apiRoute = <P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  route: ApiRoute<P, Q, B>,
): ApiRoute => route as unknown as ApiRoute;

export const NDJSON = "application/x-ndjson";

export const API_PREFIX = "/api/v1";

/**
 * Authenticates the caller of a route before the body is read. Throws an error that becomes a 401, a 403 or a 429, or rejects with
 * it. A promise only when something has to be looked up for the caller.
 */
export type Admit = (
  request: FastifyRequest,
  reply: FastifyReply,
  route: ApiRoute,
) => Caller | Promise<Caller>;

/** Adds the routes of one path; every other method gets 405 with the allowed ones. */
export function addApiPath(app: FastifyInstance, routes: readonly ApiRoute[], admit: Admit): void {
  const [first] = routes;
  if (!first) return;
  const url = routerPath(first.path);
  for (const route of routes) addApiRoute(app, url, route, admit);
  const offered = routes.map(({ method }) => method);
  refuseOtherMethods(app, url, offered);
}

/**
 * A path of OpenAPI in the syntax of the router: `{name}` becomes `:name`, and any other colon is doubled, so that
 * `/assignments:batch` has no parameter named `batch`.
 */
export function routerPath(path: string): string {
  const parts = path.split(/(\{\w+\})/);
  return (
    API_PREFIX +
    parts
      .map((part) => (part.startsWith("{") ? `:${part.slice(1, -1)}` : part.replaceAll(":", "::")))
      .join("")
  );
}

/** The key under which a request keeps its caller, from the authentication to the handler. */
const CALLER = Symbol("caller");
type AdmittedRequest = FastifyRequest & { [CALLER]: Caller | undefined };

/** The caller of an authenticated request. */
export const findCaller = (request: FastifyRequest): Caller | undefined =>
  (request as AdmittedRequest)[CALLER];

/** Declares the member of requests that `findCaller` reads. Called once, before the routes are added. */
export const rememberCallers = (app: FastifyInstance): unknown => app.decorateRequest(CALLER, undefined);

function addApiRoute(app: FastifyInstance, url: string, route: ApiRoute, admit: Admit): void {
  app.route({
    method: route.method,
    url,
    ...(route.bodyLimitBytes !== undefined && { bodyLimit: route.bodyLimitBytes }),
    // Fastify waits for a promise, or for `done`.
    onRequest: (request, reply, done) => {
      const admitted = whenReady(admit(request, reply, route), (caller) => {
        (request as AdmittedRequest)[CALLER] = caller;
      });
      if (admitted) return admitted;
      done();
    },
    handler: (request, reply) => {
      const caller = findCaller(request);
      if (!caller) throw new Error("the request was not authenticated");
      const answer = route.handle({
        caller,
        origin: originOf(request),
        params: parsePart(route.params, request.params, []),
        query: parsePart(route.query, request.query, ["query"]),
        body: parseBody(route, request.body),
        request,
        reply,
      });
      const sent = whenReady(answer, (known) =>
        sendAnswer(request, reply, known, route.isCompressible ?? false),
      );
      // Not the reply itself: Fastify would wait for it as for a promise.
      return sent instanceof Promise ? sent : undefined;
    },
  });
}

const parseBody = (route: ApiRoute, body: unknown): unknown =>
  route.bodyType === undefined ? (route.readPlainBody?.(body) ?? parsePart(route.body, body, [])) : undefined;

/** The permissions of which a call needs one. None: clients authenticate themselves. */
export const permissionsOf = ({ permission, otherPermission }: DescribedRoute): readonly string[] =>
  [permission, otherPermission?.permission].filter((one) => one !== undefined);

export const permissionFor = ({ permission, otherPermission }: ApiRoute, query: unknown): string =>
  otherPermission?.isNeeded(query) ? otherPermission.permission : permission;

export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, body, headers, revision }: ApiAnswer,
  isCompressible: boolean,
): FastifyReply | Promise<FastifyReply> {
  if (reply.sent) return reply;
  if (headers) reply.headers(headers);
  if (revision !== undefined) reply.header("licet-revision", revision);
  reply.status(status);
  if (!isCompressible || body === undefined) return reply.send(body);
  return sendCompressed(request, reply, Buffer.from(JSON.stringify(body)));
}

/** Issues point to their place in the body (RFC 6901); parameters of the query are named `/query/…`. */
export function parsePart(schema: z.ZodType | undefined, value: unknown, prefix: readonly string[]): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value, PARSE_OPTIONS);
  if (result.success) return result.data;
  throw invalidInput(result.error.issues.flatMap((zodIssue) => locateIssues(zodIssue, prefix)));
}

function locateIssues(zodIssue: z.core.$ZodIssue, prefix: readonly string[]): readonly LocatedIssue[] {
  const path = [...prefix, ...zodIssue.path.map(String)];
  const issue = issueFromZod(zodIssue);
  if (zodIssue.code !== "unrecognized_keys")
    return [{ pointer: writePointer(path), detail: zodIssue.message, ...issue }];
  return zodIssue.keys.map((key) => ({
    pointer: writePointer([...path, key]),
    detail: "unknown member",
    ...issue,
  }));
}
