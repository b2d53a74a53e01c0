import type { FastifyInstance } from "fastify";
import { OAUTH_PATHS } from "../../oauth/server-metadata.ts";
import { parseTokenParameterRequest } from "../../oauth/token-parameter.ts";
import type { RevokeToken } from "../../oauth/tokens/revoke-token.ts";
import type { GuardCallers } from "../admission/guard-callers.ts";
import type { AllowCors } from "../allow-cors.ts";
import { addEndpoint } from "../endpoint.ts";
import { findAuthorization, formOf, originOf } from "../request-parts.ts";

export function addRevocationRoute(
  app: FastifyInstance,
  revoke: RevokeToken,
  guard: GuardCallers,
  allowCors: AllowCors,
): void {
  addEndpoint(app, OAUTH_PATHS.revoke, {
    async POST(request, reply) {
      await guard(request, async (nameClient) => {
        const parsed = parseTokenParameterRequest(
          formOf(request),
          findAuthorization(request),
          originOf(request),
        );
        await allowCors(reply, parsed.credentials.clientId);
        nameClient(parsed.credentials);
        await revoke(parsed);
      });
      // RFC 7009 §2.2: the status is the whole answer.
      return reply.send();
    },
  });
}
