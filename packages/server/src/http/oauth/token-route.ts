import type { FastifyInstance } from "fastify";
import type { HandleTokenRequest } from "../../oauth/handle-token-request.ts";
import { OAUTH_PATHS } from "../../oauth/server-metadata.ts";
import { parseTokenRequest } from "../../oauth/token-request.ts";
import type { GuardCallers } from "../admission/guard-callers.ts";
import type { AllowCors } from "../allow-cors.ts";
import { addEndpoint } from "../endpoint.ts";
import { findAuthorization, formOf, originOf } from "../request-parts.ts";

export function addTokenRoute(
  app: FastifyInstance,
  handleTokenRequest: HandleTokenRequest,
  guard: GuardCallers,
  allowCors: AllowCors,
): void {
  addEndpoint(app, OAUTH_PATHS.token, {
    POST: (request, reply) =>
      guard(request, async (nameClient) => {
        const tokenRequest = parseTokenRequest(
          formOf(request),
          findAuthorization(request),
          originOf(request),
        );
        await allowCors(reply, tokenRequest.credentials.clientId);
        nameClient(tokenRequest.credentials);
        const { response } = await handleTokenRequest(tokenRequest);
        return response;
      }),
  });
}
