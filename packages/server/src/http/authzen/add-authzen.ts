import type { PrincipalType } from "@licet/engine/internal/entities.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Clients } from "../../accounts/clients.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import { BearerError, type VerifyBearer } from "../../oauth/tokens/verify-bearer.ts";
import type { Check } from "../../permissions/check.ts";
import { atLeast } from "../checks/check-question.ts";
import { countHeader } from "../count-header.ts";
import { addEndpoint } from "../endpoint.ts";
import { asProblem } from "../json/as-problem.ts";
import { isObject } from "../json/body-members.ts";
import { createCursors } from "../json/cursor.ts";
import { acceptJson } from "../json/json-body.ts";
import type { RecordRefusal } from "../json/record-refusal.ts";
import { bearerChallenge } from "../oauth/bearer-challenge.ts";
import type { LimitClient } from "../oauth/limit-client.ts";
import { findStatus, ProblemError } from "../problems.ts";
import { sendPublicDocument } from "../send-public-document.ts";
import { AUTHZEN_PATHS, METADATA_PATH } from "./authzen-paths.ts";
import { createEvaluate } from "./evaluate.ts";
import { parseRequest } from "./evaluation-request.ts";
import { addEvaluationRoute } from "./evaluation-route.ts";
import { addEvaluationsRoute } from "./evaluations-route.ts";
import { addSearchRoutes, type SearchDependencies } from "./search-routes.ts";
import { subjectTypes } from "./subject-types.ts";

export interface AuthzenDependencies
  extends Pick<SearchDependencies, "listPermissions" | "listResources" | "listSubjects" | "subjects"> {
  readonly issuer: string;
  readonly check: Check;
  readonly clients: Clients;
  readonly cursorKey: Uint8Array;
  readonly feed: ChangeFeed;
  readonly verifyBearer: VerifyBearer;
  readonly limitClient: LimitClient;
  readonly recordRefusal: RecordRefusal;
  /** Further names of subject types beside the default ones: `{ employee: "user" }`. */
  readonly subjectTypes?: Readonly<Record<string, PrincipalType>>;
}

const demand = z.object({ at_least: z.exactOptional(atLeast) });

/** OpenID AuthZEN Authorization API 1.0. The engine is that of the permission API. */
export function addAuthzen(app: FastifyInstance, dependencies: AuthzenDependencies): void {
  const { issuer, feed, verifyBearer, limitClient, recordRefusal } = dependencies;
  const types = subjectTypes(dependencies.subjectTypes);
  const evaluate = createEvaluate({ ...dependencies, subjectTypes: types });

  /** Runs before the body is read: a caller without the permission learns nothing about its body. */
  const requireClient = (permission: string) => async (request: FastifyRequest) => {
    if (request.method !== "POST") return;
    if (countHeader(request.raw.rawHeaders, "authorization") > 1)
      throw new ProblemError("bad_request", "the Authorization header is repeated");
    await feed.confirm();
    const caller = await verifyBearer(request.headers.authorization, permission, "node");
    limitClient(request, caller);
    const { token, client } = caller;
    // A token of a user carries the permissions of the user, who must not ask about other subjects.
    if (token.sub !== client.id)
      throw new ProblemError(
        "forbidden",
        "only a token of a client itself may be used here, not one of a user",
      );
  };

  /** §10.1.1 leaves further members of a request to us: `at_least` is that of the permission API. */
  const reachRevision = async ({ method, body }: FastifyRequest) => {
    if (method === "POST" && isObject(body)) await feed.confirm(parseRequest(demand, body).at_least);
  };

  const register = (permission: string, addRoutes: (scope: FastifyInstance) => void) =>
    app.register(async (scope) => {
      acceptJson(scope);
      scope.setErrorHandler((error, request, reply) => {
        recordRefusal(error, request);
        rethrowAsProblem(error, reply);
      });
      scope.addHook("onRequest", echoRequestId);
      scope.addHook("onRequest", requireClient(permission));
      scope.addHook("preHandler", reachRevision);
      addRoutes(scope);
    });

  register("licet:authzen.evaluate", (scope) => {
    addEvaluationRoute(scope, evaluate);
    addEvaluationsRoute(scope, evaluate);
  });
  register("licet:authzen.search", (scope) =>
    addSearchRoutes(scope, {
      ...dependencies,
      cursors: createCursors(dependencies.cursorKey),
      subjectTypes: types,
      revision: () => feed.revision,
    }),
  );
  addMetadataRoute(app, issuer);
}

/** §10.1.4: the answer repeats the caller's request id. The log uses it only when it is harmless there. */
async function echoRequestId(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const given = request.headers["x-request-id"];
  if (typeof given === "string" && PRINTABLE.test(given)) reply.header("x-request-id", given);
}
const PRINTABLE = /^[\x20-\x7E]{1,512}$/;

/** The error handler of the server writes the answer and the log. */
function rethrowAsProblem(error: unknown, reply: FastifyReply): never {
  if (error instanceof BearerError) reply.header("www-authenticate", bearerChallenge(error));
  // §10.1.2 has 400 for every malformed request, and no 415.
  if (findStatus(error) === 415)
    throw new ProblemError("bad_request", "the request body must be application/json");
  throw asProblem(error);
}

/** Authorization API 1.0 §9: where the endpoints are. Public, like the discovery documents. */
function addMetadataRoute(app: FastifyInstance, issuer: string): void {
  const endpoints = Object.entries(AUTHZEN_PATHS).map(([parameter, path]) => [parameter, issuer + path]);
  const metadata = JSON.stringify({ policy_decision_point: issuer, ...Object.fromEntries(endpoints) });
  addEndpoint(app, METADATA_PATH, {
    GET: (_request, reply) =>
      sendPublicDocument(reply, { mediaType: "application/json", body: metadata, maxAgeSeconds: 300 }),
  });
}
