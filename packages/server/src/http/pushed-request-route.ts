import type { FastifyInstance } from "fastify";
import type { PushRequest } from "../oauth/authorize/pushed-request.ts";
import { parseForm } from "../oauth/form.ts";
import { parseCredentials } from "../oauth/presented-credentials.ts";
import { OAUTH_PATHS } from "../oauth/server-metadata.ts";
import { addEndpoint } from "./endpoint.ts";
import { type AddressOf, authorizationOf, formOf } from "./request-parts.ts";

/** RFC 9126 §2. */
export function addPushedRequestRoute(
  app: FastifyInstance,
  pushRequest: PushRequest,
  addressOf: AddressOf,
): void {
  addEndpoint(app, OAUTH_PATHS.pushedRequest, {
    async POST(request, reply) {
      const body = formOf(request);
      const form = parseForm(body);
      const credentials = parseCredentials(authorizationOf(request), form);
      const address = addressOf(request);
      return reply.status(201).send(await pushRequest({ body, form, credentials, address }));
    },
  });
}
