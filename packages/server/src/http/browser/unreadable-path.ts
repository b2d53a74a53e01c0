import type { FastifyReply } from "fastify";
import type { Site } from "../pages/site.ts";
import { ProblemError, sendProblem } from "../problems.ts";
import { PageError, sendPageError } from "./page-errors.ts";

/** Users type and share these URLs, so they are broken more often than those of programs. */
const PAGES = "/console/";

/** A path with broken escapes has no route, so only the path and the headers show whether a browser sent it. */
export function sendUnreadablePath(reply: FastifyReply, site: Site): FastifyReply {
  const { url, headers } = reply.request;
  // RFC 9110 §12.5.1: a browser that goes somewhere names the type of pages; a program that takes anything does not.
  const isPage = url.startsWith(PAGES) && /(^|[\s,])text\/html\b/i.test(headers.accept ?? "");
  if (isPage) return sendPageError(reply, site, new PageError("not_found"));
  return sendProblem(reply, new ProblemError("bad_request", "the path cannot be read"));
}
