import type { FastifyInstance } from "fastify";
import type { PushRequest } from "../../oauth/authorize/pushed-request.ts";
import { parseForm } from "../../oauth/form.ts";
import { parseCredentials } from "../../oauth/presented-credentials.ts";
import { OAUTH_PATHS } from "../../oauth/server-metadata.ts";
import type { GuardCallers } from "../admission/guard-callers.ts";
import type { LimitedAddress } from "../admission/limited-address.ts";
import { addEndpoint } from "../endpoint.ts";
import { findAuthorization, formOf, originOf } from "../request-parts.ts";

/** RFC 9126 §2. */
export function addPushedRequestRoute(
  app: FastifyInstance,
  pushRequest: PushRequest,
  guard: GuardCallers,
  limitedAddress: LimitedAddress,
): void {
  addEndpoint(app, OAUTH_PATHS.pushedRequest, {
    async POST(request, reply) {
      const pushed = await guard(request, async (nameClient) => {
        const body = formOf(request);
        const form = parseForm(body);
        const credentials = parseCredentials(findAuthorization(request), form);
        nameClient(credentials);
        const origin = { ...originOf(request), limitedAddress: limitedAddress(request) };
        return pushRequest({ body, form, credentials, origin });
      });
      return reply.status(201).send(pushed);
    },
  });
}
