import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ipOf } from "../admission/client-address.ts";
import { createPageFrame } from "../browser/page-frame.ts";
import { readVisit } from "../browser/page-visit.ts";
import { sendPage } from "../browser/send-page.ts";
import { addEndpoint } from "../endpoint.ts";
import { renderErrorPage } from "../pages/error-page.ts";
import type { Site } from "../pages/site.ts";
import { textsIn } from "../pages/texts/texts-in.ts";
import { formOf } from "../request-parts.ts";
import { DEMO_PATHS } from "./demo-addresses.ts";
import type { HandleDemo } from "./demo-shop.ts";

export interface DemoDependencies {
  readonly handle: HandleDemo;
  /** True while the shop is registered as the demo needs it. */
  readonly isUsable: () => Promise<boolean>;
  readonly baseUrl: string;
  readonly site: Site;
}

/** Serves an application below the path of the demo. It is a client like any other and only shares the port. */
export function addDemo(app: FastifyInstance, { handle, isUsable, baseUrl, site }: DemoDependencies): void {
  for (const path of [DEMO_PATHS.home, `${DEMO_PATHS.home}/*`])
    addEndpoint(app, path, { GET: serve, POST: serve });

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // RFC 9112 §3.2.2: the target may be an absolute URL. Only its path counts; the origin is always Licet's own.
    const { pathname, search } = new URL(request.url, baseUrl);
    const isBeginning = pathname === DEMO_PATHS.home || pathname === DEMO_PATHS.start;
    if (isBeginning && !(await isUsable())) return sendUnusable(request, reply);
    const asked = toRequest(request, baseUrl + pathname + search);
    return sendResponse(reply, await handle(asked, { ip: ipOf(request) }));
  }

  function sendUnusable(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const frame = createPageFrame(site, readVisit(request));
    const view = { ...textsIn(frame.language).demo.unusable, requestId: request.id };
    return sendPage(reply, site, { status: 409, html: renderErrorPage(frame, view) });
  }
}

function toRequest(request: FastifyRequest, url: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  const { method } = request;
  return new Request(url, { method, headers, ...(method === "POST" && { body: formOf(request) }) });
}

/** The headers of the application replace the server's default headers. */
async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  for (const [name, value] of response.headers) reply.header(name, value);
  return reply.status(response.status).send(await response.text());
}
