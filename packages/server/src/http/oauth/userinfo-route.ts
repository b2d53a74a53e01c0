import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parseForm } from "../../oauth/form.ts";
import { OAuthError } from "../../oauth/oauth-error.ts";
import { OAUTH_PATHS } from "../../oauth/server-metadata.ts";
import type { Userinfo } from "../../oauth/tokens/userinfo.ts";
import { BearerError, parseBearer } from "../../oauth/tokens/verify-bearer.ts";
import type { AllowCors } from "../allow-cors.ts";
import { addEndpoint } from "../endpoint.ts";
import { findAuthorization, formOf } from "../request-parts.ts";
import { bearerChallenge } from "./bearer-challenge.ts";

/** OpenID Connect Core §5.3.1: by GET and by POST, the token in the header or, by POST, in the form (RFC 6750 §2.2). */
export function addUserinfoRoute(app: FastifyInstance, userinfo: Userinfo, allowCors: AllowCors): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      const { claims, clientId } = await userinfo(findPresentedToken(request));
      await allowCors(reply, clientId);
      return claims;
    } catch (error) {
      if (!(error instanceof BearerError)) throw error;
      reply.status(error.code === "insufficient_scope" ? 403 : 401);
      reply.header("www-authenticate", bearerChallenge(error));
      // The answer reveals no user; without the header a page could not tell an expired token from a lost connection.
      reply.header("access-control-allow-origin", "*");
      return { error: error.code ?? "invalid_token", error_description: error.message };
    }
  };
  addEndpoint(app, OAUTH_PATHS.userinfo, { GET: answer, POST: answer, OPTIONS: allowBearer });
}

/** The CORS preflight (Fetch §3.2.2): any page may send a token. Whether it may read the answer depends on its origin. */
async function allowBearer(_request: FastifyRequest, reply: FastifyReply) {
  return reply
    .status(204)
    .header("access-control-allow-origin", "*")
    .header("access-control-allow-headers", "authorization")
    .header("access-control-allow-methods", "GET, POST")
    .header("access-control-max-age", "86400")
    .send();
}

function findPresentedToken(request: FastifyRequest): string | undefined {
  const header = parseBearer(findAuthorization(request) ?? "");
  const body = parseForm(formOf(request)).get("access_token");
  // RFC 6750 §2: clients MUST NOT use more than one way at a time.
  if (header !== undefined && body !== undefined)
    throw new OAuthError("invalid_request", "the access token is presented twice");
  return header ?? body;
}
