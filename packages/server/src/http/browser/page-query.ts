import type { FastifyRequest } from "fastify";
import { type Form, parseForm } from "../../oauth/form.ts";

/** The query of a URL, as it was sent. */
export function rawQueryOf({ url }: FastifyRequest): string {
  const mark = url.indexOf("?");
  return mark === -1 ? "" : url.slice(mark + 1);
}

/** The query of a page, parsed as strictly as a form: no parameter may be repeated. */
export const parseQuery = (request: FastifyRequest): Form => parseForm(rawQueryOf(request));
