import type { FastifyReply } from "fastify";
import type { Site } from "../pages/site.ts";
import { ProblemError, sendProblem } from "../problems.ts";
import { PageError, sendPageError } from "./page-errors.ts";
import { wantsPage } from "./wants-page.ts";

/** Users type and share these URLs, so they are broken more often than those of programs. */
const PAGES = ["/console/", "/docs/"];

/** A path with broken escapes has no route, so only the path and the headers show whether a browser sent it. */
export function sendUnreadablePath(reply: FastifyReply, site: Site): FastifyReply {
  const { url, headers } = reply.request;
  if (PAGES.some((pages) => url.startsWith(pages)) && wantsPage(headers))
    return sendPageError(reply, site, new PageError("not_found"));
  return sendProblem(reply, new ProblemError("bad_request", "the path cannot be read"));
}
