import type { FastifyInstance } from "fastify";
import { whenReady } from "../../core/async/awaitable.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import { getOrInsert } from "../../core/values/get-or-insert.ts";
import { ImportStoppedError } from "../../import/run-import.ts";
import type { AuthenticateClient } from "../../oauth/authenticate-client.ts";
import { OAuthError } from "../../oauth/oauth-error.ts";
import { BearerError, type VerifyBearer } from "../../oauth/tokens/verify-bearer.ts";
import type { GuardCallers } from "../admission/guard-callers.ts";
import type { Encoding } from "../compression/choose-encoding.ts";
import { compress } from "../compression/compress.ts";
import { sendCompressed } from "../compression/send-compressed.ts";
import { countHeader } from "../count-header.ts";
import { addEndpoint } from "../endpoint.ts";
import { bearerChallenge } from "../oauth/bearer-challenge.ts";
import type { LimitClient } from "../oauth/limit-client.ts";
import { BASIC_CHALLENGE } from "../oauth/oauth-errors.ts";
import { ProblemError } from "../problems.ts";
import { preparePublicDocument } from "../send-public-document.ts";
import {
  type Admit,
  API_PREFIX,
  type ApiRoute,
  addApiPath,
  findCaller,
  NDJSON,
  permissionFor,
  rememberCallers,
} from "./api-route.ts";
import { asProblem } from "./as-problem.ts";
import { addClientRoute, type ClientRoute } from "./client-route.ts";
import { acceptJson } from "./json-body.ts";
import { describeApi } from "./openapi/describe-api.ts";
import type { RecordRefusal } from "./record-refusal.ts";

export interface ApiOptions {
  readonly routes: readonly ApiRoute[];
  /** For clients that authenticate themselves instead of with a token. */
  readonly clientRoutes: readonly ClientRoute[];
  readonly authenticateClient: AuthenticateClient;
  readonly verifyBearer: VerifyBearer;
  readonly limitClient: LimitClient;
  readonly recordRefusal: RecordRefusal;
  readonly feed: ChangeFeed;
  readonly issuer: string;
  /** Of Licet, for the OpenAPI document. */
  readonly version: string;
}

/** Adds the routes below /api/v1, and their public description at /api/v1/openapi.json. */
export function addManagementApi(app: FastifyInstance, options: ApiOptions, guard: GuardCallers): void {
  const {
    routes,
    clientRoutes,
    authenticateClient,
    verifyBearer,
    limitClient,
    recordRefusal,
    feed,
    issuer,
    version,
  } = options;
  app.register(async (api) => {
    acceptJson(api);
    rememberCallers(api);
    // Thrown again: the error handler of the server logs the error and writes the problem.
    api.setErrorHandler((error, request, reply) => {
      const reason = error instanceof ImportStoppedError ? error.cause : error;
      recordRefusal(reason, request, findCaller(request));
      if (reason instanceof BearerError) reply.header("www-authenticate", bearerChallenge(reason));
      if (error instanceof OAuthError && error.code === "invalid_client")
        reply.header("www-authenticate", BASIC_CHALLENGE);
      throw asProblem(error);
    });
    const admit: Admit = (request, reply, route) => {
      const { headers, raw, query } = request;
      if (countHeader(raw.rawHeaders, "authorization") > 1)
        throw new ProblemError("bad_request", "the Authorization header is repeated");
      const asOf = route.isDecision ? "node" : "database";
      const verified = whenReady(feed.confirm(), () =>
        verifyBearer(headers.authorization, permissionFor(route, query), asOf),
      );
      return whenReady(verified, (caller) => {
        limitClient(request, caller);
        // Set here, so that refusals have it as well, but only for an authenticated caller.
        reply.header("licet-revision", feed.revision);
        return caller;
      });
    };
    const [whole, streamed] = partition(routes, ({ bodyType }) => bodyType === undefined);
    for (const ofOnePath of Map.groupBy(whole, ({ path }) => path).values())
      addApiPath(api, ofOnePath, admit);
    api.register(async (lines) => {
      acceptLines(lines);
      for (const route of streamed) addApiPath(lines, [route], admit);
    });
    for (const route of clientRoutes) addClientRoute(api, route, { guard, feed, authenticateClient });
    addDescription(api, () => JSON.stringify(describeApi([...routes, ...clientRoutes], issuer, version)));
  });
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): readonly [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

/** The handler reads the body itself. */
function acceptLines(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(NDJSON, (_request, payload, done) => done(null, payload));
}

/** Described and compressed at the first request and kept: it takes about 100 ms, which no start should wait for. */
function addDescription(app: FastifyInstance, describe: () => string): void {
  let document: Buffer | undefined;
  const compressed = new Map<Encoding, Promise<Buffer>>();
  const compressOnce = (bytes: Buffer, encoding: Encoding) =>
    getOrInsert(compressed, encoding, () => compress(bytes, encoding, "small"));
  addEndpoint(app, `${API_PREFIX}/openapi.json`, {
    GET(request, reply) {
      document ??= Buffer.from(describe());
      preparePublicDocument(reply, { mediaType: "application/json", maxAgeSeconds: 300 });
      return sendCompressed(request, reply, document, compressOnce);
    },
  });
}
