import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import { type Form, parseForm } from "../../oauth/form.ts";
import { formOf } from "../request-parts.ts";
import type { Browser } from "./browser-context.ts";
import type { Csrf, FormPurpose } from "./csrf.ts";
import { PageError } from "./page-errors.ts";

/** Reads the forms of our own pages. */
export interface PageForms {
  /** Throws when the browser says that a page of another site sent the form. Called before anything is read. */
  read(request: FastifyRequest, repeatable?: string): Form;
  /** Throws unless the form was made for this browser and this purpose. Called before anything is changed. */
  verify(form: Form, purpose: FormPurpose, browser: Pick<Browser, "token">): void;
}

export function createPageForms({
  baseUrl,
  csrf,
}: {
  readonly baseUrl: string;
  readonly csrf: Csrf;
}): PageForms {
  return {
    read(request, repeatable) {
      if (!isFromOwnPage(request.headers, baseUrl)) throw new PageError("form_refused");
      return parseForm(formOf(request), repeatable);
    },
    verify(form, purpose, { token }) {
      if (!csrf.isValid(form.get("csrf"), purpose, token)) throw new PageError("form_refused");
    },
  };
}

/**
 * Whether a form can have come from a page of ours, as far as the browser says. Old browsers say nothing, and the token
 * in the form decides alone.
 */
function isFromOwnPage(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const { origin, "sec-fetch-site": site } = headers;
  // `null` is what sandboxed frames and redirects from elsewhere send (RFC 6454 §7.3): not ours.
  const isOwnOrigin = origin === undefined || origin === baseUrl;
  // `none`: the user did it, by sending the form once more from the address bar. Other subdomains are others.
  const isOwnSite = site === undefined || site === "same-origin" || site === "none";
  return isOwnOrigin && isOwnSite;
}
