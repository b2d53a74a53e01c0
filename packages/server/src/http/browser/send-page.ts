import type { FastifyReply } from "fastify";
import { type PageHeaderOptions, pageHeaders } from "../pages/page-headers.ts";
import type { Site } from "../pages/site.ts";

export interface Page extends PageHeaderOptions {
  readonly status?: number;
  readonly html: string;
}

/** The one way in which HTML leaves: no page is without its headers. */
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

/** RFC 9700 §4.12: 303, so that no browser ever repeats a form, with the password in it, somewhere else. */
export const sendTo = (reply: FastifyReply, location: string): FastifyReply =>
  reply.status(303).header("location", location).send();
