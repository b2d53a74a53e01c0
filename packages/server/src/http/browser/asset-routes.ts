import type { FastifyInstance, FastifyReply } from "fastify";
import type { LogoStore } from "../../oauth/stores.ts";
import { addEndpoint } from "../endpoint.ts";
import { assetHeaders, type Site } from "../pages/site.ts";
import { PageError } from "./page-errors.ts";
import { LOGO_PATH } from "./show-application.ts";

/** Serves the assets of the pages. Each URL contains a hash of its content, so it may be cached for ever. */
export function addAssetRoutes(
  app: FastifyInstance,
  { site, logos }: { readonly site: Site; readonly logos: Pick<LogoStore, "find"> },
): void {
  const send = (reply: FastifyReply, headers: Readonly<Record<string, string>>, body: string | Uint8Array) =>
    reply.removeHeader("pragma").headers(headers).send(body);

  for (const asset of site.assets)
    addEndpoint(app, asset.path, { GET: (_request, reply) => send(reply, assetHeaders(asset), asset.body) });

  addEndpoint(app, `${LOGO_PATH}/:application/:digest`, {
    async GET(request, reply) {
      const { application, digest } = request.params as { application: string; digest: string };
      const logo = await logos.find(application);
      if (logo?.digest !== digest) throw new PageError("not_found");
      return send(reply, assetHeaders({ path: "", mediaType: logo.mediaType, body: "" }), logo.bytes);
    },
  });
}
