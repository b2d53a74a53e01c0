import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { PageError } from "../browser/page-errors.ts";
import { sendTo } from "../browser/send-page.ts";
import { addEndpoint } from "../endpoint.ts";
import { pageHeaders } from "../pages/page-headers.ts";
import { isNamedByContent, sendContent, sendStaticFile } from "../static-files/send-static-file.ts";
import type { Console } from "./read-console.ts";

const HOME = "/console/";

/** Only Licet's own files run or load, and no text ever becomes a script (Trusted Types). */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const PAGE_HEADERS = { ...pageHeaders(), "content-security-policy": CONTENT_SECURITY_POLICY };

/** The console for operators of Licet: a page that routes in the browser, and its files. */
export function addConsoleRoutes(app: FastifyInstance, built: Console | undefined): void {
  const sendHome = (_request: FastifyRequest, reply: FastifyReply) => sendTo(reply, HOME);
  addEndpoint(app, "/console", { GET: sendHome });

  addEndpoint(app, `${HOME}*`, {
    async GET(request, reply) {
      if (!built) throw new PageError("console_not_built");
      const path = (request.params as { "*": string })["*"];
      const file = built.files.get(path);
      if (file) return sendStaticFile(request, reply, path, file);
      // The path is a file of another version, or no link leads to it. Serving the page instead would hide the error.
      if (isNamedByContent(path) || /(^|[/\\])\.{1,2}([/\\]|$)|\0/.test(path))
        throw new PageError("not_found");
      return sendContent(request, reply.headers(PAGE_HEADERS), built.page, "no-cache");
    },
  });
}
