import type { FastifyReply } from "fastify";
import { type PageHeaderOptions, pageHeaders } from "../pages/page-headers.ts";
import type { Site } from "../pages/site.ts";

export interface Page extends PageHeaderOptions {
  readonly status?: number;
  readonly html: string;
}

/** Sends every page, so that none lacks its headers. */
export function sendPage(
  reply: FastifyReply,
  site: Site,
  { status = 200, html, ...options }: Page,
): FastifyReply {
  return reply
    .status(status)
    .headers(pageHeaders({ imageUrl: site.brand.logoUrl, ...options }))
    .send(html);
}

/**
 * RFC 9700 §4.12: 303, so that no browser repeats a form, with the password in it, at another address. From one page
 * of ours to another it carries their opener policy: browsers check it at every step (HTML §7.1.3), and a redirect
 * without it would cut the sign-in window off from the console that opened it.
 */
export function sendTo(
  reply: FastifyReply,
  location: string,
  isOurs = location.startsWith("/"),
): FastifyReply {
  if (isOurs) reply.header("cross-origin-opener-policy", "same-origin");
  return reply.status(303).header("location", location).send();
}
