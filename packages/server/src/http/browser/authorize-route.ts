import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Authorize } from "../../oauth/authorize/authorize.ts";
import { OAUTH_PATHS } from "../../oauth/server-metadata.ts";
import { addEndpoint } from "../endpoint.ts";
import type { Site } from "../pages/site.ts";
import { formOf } from "../request-parts.ts";
import type { ReadBrowser } from "./browser-context.ts";
import { rawQueryOf } from "./page-query.ts";
import { sendStep } from "./send-step.ts";

/** OpenID Connect Core §3.1.2.1: by GET and by POST alike. */
export function addAuthorizeRoute(
  app: FastifyInstance,
  { authorize, readBrowser, site }: AuthorizeDependencies,
): void {
  const begin = async (parameters: string, request: FastifyRequest, reply: FastifyReply) =>
    sendStep(reply, site, await authorize.begin(parameters, await readBrowser(request, reply)));
  addEndpoint(app, OAUTH_PATHS.authorize, {
    GET: (request, reply) => begin(rawQueryOf(request), request, reply),
    POST: (request, reply) => begin(formOf(request), request, reply),
  });
}

export interface AuthorizeDependencies {
  readonly authorize: Pick<Authorize, "begin">;
  readonly readBrowser: ReadBrowser;
  readonly site: Site;
}
