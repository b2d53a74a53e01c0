import type { FastifyInstance } from "fastify";
import type { ExchangeToken } from "../oauth/exchange-token.ts";
import { OAUTH_PATHS } from "../oauth/server-metadata.ts";
import { parseTokenRequest } from "../oauth/token-request.ts";
import { addEndpoint } from "./endpoint.ts";
import { authorizationOf, formOf, originOf } from "./request-parts.ts";

export function addTokenRoute(app: FastifyInstance, exchange: ExchangeToken): void {
  addEndpoint(app, OAUTH_PATHS.token, {
    async POST(request) {
      const tokenRequest = parseTokenRequest(formOf(request), authorizationOf(request), originOf(request));
      const { response } = await exchange(tokenRequest);
      return response;
    },
  });
}
