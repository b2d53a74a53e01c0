import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { PageError } from "../browser/page-errors.ts";
import { sendTo } from "../browser/send-page.ts";
import { chooseEncoding } from "../compression/choose-encoding.ts";
import { addEndpoint } from "../endpoint.ts";
import { pageHeaders } from "../pages/page-headers.ts";
import type { Console, ConsoleFile } from "./read-console.ts";

const HOME = "/console/";
/** Vite puts the digest of each of these files into its name. */
const NAMED_BY_CONTENT = "assets/";

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
      if (file) return sendFile(request, reply, path, file);
      // The path is a file of another version, or no link leads to it. Serving the page instead would hide the error.
      if (path.startsWith(NAMED_BY_CONTENT) || /(^|[/\\])\.{1,2}([/\\]|$)|\0/.test(path))
        throw new PageError("not_found");
      return sendContent(request, reply.headers(PAGE_HEADERS), built.page, "no-cache");
    },
  });
}

function sendFile(request: FastifyRequest, reply: FastifyReply, path: string, file: ConsoleFile) {
  const isNamedByContent = path.startsWith(NAMED_BY_CONTENT);
  reply.headers({ "content-type": file.mediaType, "cross-origin-resource-policy": "same-origin" });
  return sendContent(
    request,
    reply,
    file,
    isNamedByContent ? "public, max-age=31536000, immutable" : "no-cache",
  );
}

async function sendContent(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { bytes, gzipped, digest }: ConsoleFile,
  cacheControl: string,
): Promise<FastifyReply> {
  const encoded = chooseEncoding(headers["accept-encoding"], ["gzip"]) && (await gzipped());
  // RFC 9110 §8.8.3: each representation has its own tag.
  const etag = encoded ? `"${digest}-gzip"` : `"${digest}"`;
  reply.removeHeader("pragma").headers({ "cache-control": cacheControl, vary: "accept-encoding", etag });
  if (isKnown(headers["if-none-match"], etag)) return reply.status(304).removeHeader("content-type").send();
  if (encoded) reply.header("content-encoding", "gzip");
  return reply.send(encoded ?? bytes);
}

/** RFC 9110 §13.1.2: weak comparison. */
const isKnown = (header: string | undefined, etag: string): boolean =>
  (header ?? "").split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
