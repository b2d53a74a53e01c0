import type { FastifyInstance } from "fastify";
import type { RevokeToken } from "../oauth/revoke-token.ts";
import { OAUTH_PATHS } from "../oauth/server-metadata.ts";
import { parseTokenParameterRequest } from "../oauth/token-parameter.ts";
import { addEndpoint } from "./endpoint.ts";
import { authorizationOf, formOf, originOf } from "./request-parts.ts";

export function addRevocationRoute(app: FastifyInstance, revoke: RevokeToken): void {
  addEndpoint(app, OAUTH_PATHS.revoke, {
    async POST(request, reply) {
      await revoke(parseTokenParameterRequest(formOf(request), authorizationOf(request), originOf(request)));
      return reply.status(200).send();
    },
  });
}
