import type { FastifyInstance, FastifyRequest } from "fastify";
import { addEndpoint } from "../endpoint.ts";
import { LANGUAGES } from "../pages/choose-language.ts";
import { LANGUAGE_PATH } from "../pages/parts/language-switch.ts";
import { isOwnPath } from "../pages/web-url.ts";
import type { Cookies } from "./cookies.ts";
import { PageError } from "./page-errors.ts";
import type { PageForms } from "./page-forms.ts";
import { sendTo } from "./send-page.ts";

/** The path of the page with the form, which is a page of ours. */
function refererPath({ headers }: FastifyRequest): string | undefined {
  const { referer = "", host } = headers;
  if (!URL.canParse(referer)) return undefined;
  const { pathname, search, host: found } = new URL(referer);
  return found === host ? pathname + search : undefined;
}

/**
 * Remembers the language of the pages and shows the page again. The form carries no token: error pages have none to
 * give, another site's form is refused by its origin, and no right depends on the language.
 */
export function addLanguageRoute(
  app: FastifyInstance,
  { forms, cookies }: { readonly forms: Pick<PageForms, "read">; readonly cookies: Cookies },
): void {
  addEndpoint(app, LANGUAGE_PATH, {
    async POST(request, reply) {
      const form = forms.read(request);
      const language = LANGUAGES.find((known) => known === form.get("language"));
      if (language === undefined)
        throw new PageError("invalid_request", `language is none of ${LANGUAGES.join(", ")}`);
      const returnTo = form.get("return_to") ?? refererPath(request) ?? "";
      cookies.set(reply, "language", language);
      // Only to a path of this server: nothing in the request can lead elsewhere.
      return sendTo(reply, isOwnPath(returnTo) ? returnTo : "/account");
    },
  });
}
