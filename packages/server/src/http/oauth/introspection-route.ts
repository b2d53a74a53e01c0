import type { FastifyInstance } from "fastify";
import { OAUTH_PATHS } from "../../oauth/server-metadata.ts";
import { parseTokenParameterRequest } from "../../oauth/token-parameter.ts";
import type { IntrospectToken } from "../../oauth/tokens/introspect-token.ts";
import type { GuardCallers } from "../admission/guard-callers.ts";
import { addEndpoint } from "../endpoint.ts";
import { findAuthorization, formOf, originOf } from "../request-parts.ts";

export function addIntrospectionRoute(
  app: FastifyInstance,
  introspect: IntrospectToken,
  guard: GuardCallers,
): void {
  addEndpoint(app, OAUTH_PATHS.introspect, {
    POST: (request) =>
      guard(request, async (nameClient) => {
        const parsed = parseTokenParameterRequest(
          formOf(request),
          findAuthorization(request),
          originOf(request),
        );
        nameClient(parsed.credentials);
        return introspect(parsed);
      }),
  });
}
