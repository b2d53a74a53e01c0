import type { FastifyRequest } from "fastify";
import { LANGUAGES, type Language } from "../pages/choose-language.ts";
import { findOwnCookie } from "./cookies.ts";

/** What a request of a browser says about the language of the page that answers it. */
export interface PageVisit {
  /** The language that the user has chosen on a page. */
  readonly chosenLanguage: Language | undefined;
  /** RFC 9110 §12.5.4, as sent. */
  readonly acceptLanguage: string | undefined;
}

export const readVisit = (request: FastifyRequest): PageVisit => {
  const chosen = findOwnCookie(request, "language");
  return {
    chosenLanguage: LANGUAGES.find((language) => language === chosen),
    acceptLanguage: request.headers["accept-language"],
  };
};
