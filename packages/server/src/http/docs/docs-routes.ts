import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { PageError } from "../browser/page-errors.ts";
import { sendTo } from "../browser/send-page.ts";
import { addEndpoint } from "../endpoint.ts";
import { pageHeaders } from "../pages/page-headers.ts";
import { isNamedByContent, sendContent, sendStaticFile } from "../static-files/send-static-file.ts";
import { type DocsFile, once, openDocs } from "./open-docs.ts";

const HOME = "/docs/";

/** Only files of the site and the scripts that were built into its pages run. They set the colours of code as styles. */
const contentSecurityPolicy = (scriptSources: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptSources].join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");

/** The documentation of this version, as `npm run docs` builds it. Opened by the first request: a start does not wait for it. */
export function addDocsRoutes(app: FastifyInstance, directory: string | undefined): void {
  const open = once(async () => (directory === undefined ? undefined : openDocs(directory)));
  const sendHome = (_request: FastifyRequest, reply: FastifyReply) => sendTo(reply, HOME);
  addEndpoint(app, "/docs", { GET: sendHome });

  addEndpoint(app, `${HOME}*`, {
    async GET(request, reply) {
      const docs = await open();
      if (!docs) throw new PageError("docs_not_built");
      const path = (request.params as { "*": string })["*"];
      const read = docs.find(path);
      const meant = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
      if (read === undefined && docs.find(meant)) return sendTo(reply, `${HOME}${meant}`);
      if (read === undefined && isNamedByContent(path)) throw new PageError("not_found");
      const file = await (read ?? docs.notFound)();
      if (file.mediaType.startsWith("text/html"))
        return sendPage(request, reply.status(read ? 200 : 404), file);
      return sendStaticFile(request, reply, path, file);
    },
  });
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: DocsFile): Promise<FastifyReply> {
  const policy = contentSecurityPolicy(page.scriptSources);
  return sendContent(
    request,
    reply.headers({ ...pageHeaders(), "content-security-policy": policy }),
    page,
    "no-cache",
  );
}
