import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Client } from "../../accounts/entities.ts";
import { isPublicClient } from "../../accounts/public-application.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import type { AuthenticateClient } from "../../oauth/authenticate-client.ts";
import { parseForm } from "../../oauth/form.ts";
import { OAuthError } from "../../oauth/oauth-error.ts";
import { parseCredentials } from "../../oauth/presented-credentials.ts";
import type { GuardCallers } from "../admission/guard-callers.ts";
import { refuseOtherMethods } from "../connection/unoffered-methods.ts";
import { findAuthorization } from "../request-parts.ts";
import { type ApiAnswer, type DescribedRoute, parsePart, routerPath, sendAnswer } from "./api-route.ts";

/** A route of the API for clients that authenticate themselves, as at the introspection endpoint. */
export interface ClientRoute<Query extends z.ZodType = z.ZodType> extends DescribedRoute {
  readonly method: "GET";
  readonly permission?: never;
  readonly query?: Query;
  handle(call: ClientCall<z.output<Query>>): Promise<ApiAnswer>;
}

export interface ClientCall<Query = unknown> {
  readonly client: Client;
  /** Authenticates the client again, with the same credentials. Rejects when they no longer work. */
  authenticate(): Promise<Client>;
  readonly query: Query;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Gives the handler the types of the schemas of its route. Does nothing at run time. */
export const clientRoute = <Q extends z.ZodType>(route: ClientRoute<Q>): ClientRoute =>
  route as unknown as ClientRoute;

export interface ClientAdmission {
  readonly guard: GuardCallers;
  readonly feed: ChangeFeed;
  readonly authenticateClient: AuthenticateClient;
}

export function addClientRoute(
  app: FastifyInstance,
  route: ClientRoute,
  { guard, feed, authenticateClient }: ClientAdmission,
): void {
  const url = routerPath(route.path);
  app.route({
    method: route.method,
    url,
    handler: async (request, reply) => {
      const admitted = await guard(request, async (nameClient) => {
        const credentials = parseCredentials(findAuthorization(request), parseForm(""));
        nameClient(credentials);
        const authenticate = async () => {
          await feed.confirm();
          return authenticateClient(credentials);
        };
        const client = await authenticate();
        if (isPublicClient(client)) throw new OAuthError("invalid_client", "client authentication is needed");
        return { client, authenticate };
      });
      reply.header("licet-revision", feed.revision);
      const query = parsePart(route.query, request.query, ["query"]);
      const answer = await route.handle({ ...admitted, query, request, reply });
      return sendAnswer(request, reply, answer, false);
    },
  });
  refuseOtherMethods(app, url, [route.method]);
}
