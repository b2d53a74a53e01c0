import type { IncomingMessage } from "node:http";
import { wantsPage } from "../browser/wants-page.ts";
import { chooseLanguage, LANGUAGES, type Language } from "../pages/choose-language.ts";
import { describeFailure, renderErrorPage } from "../pages/error-page.ts";
import { pageHeaders } from "../pages/page-headers.ts";
import type { Site } from "../pages/site.ts";
import { formatProblem, PROBLEM_TYPE } from "../problems.ts";
import type { SecurityHeaders } from "../security-headers.ts";

/** The answers to requests that are refused under overload. They are made once, because then every microsecond counts. */
export interface OverloadAnswers {
  choose(request: IncomingMessage): PreparedAnswer;
}

export interface PreparedAnswer {
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly beforeId: string;
  /** Undefined: the id of the request is not in the body. */
  readonly afterId?: string;
}

const OAUTH_ENDPOINT = /^\/oidc\/(token|introspect|revoke|par|userinfo)(\?|$)/;
/** Programs alone ask here, whatever they accept. */
const PROGRAMS = /^\/(api\/|access\/|\.well-known\/|oidc\/jwks)/;
const DETAIL = "this node is overloaded; try again after Retry-After";

export function createOverloadAnswers(site: Site, security: SecurityHeaders): OverloadAnswers {
  const oauth: PreparedAnswer = {
    headers: flatten({ ...security, "content-type": "application/json; charset=utf-8" }),
    beforeId: JSON.stringify({ error: "temporarily_unavailable", error_description: DETAIL }),
  };
  const problem: PreparedAnswer = {
    headers: flatten({ ...security, "content-type": PROBLEM_TYPE }),
    ...splitAtId((id) => formatProblem("temporarily_unavailable", id, DETAIL)),
  };
  const pages = Object.fromEntries(
    LANGUAGES.map((language) => [language, preparePage(site, security, language)]),
  ) as Record<Language, PreparedAnswer>;

  return {
    choose({ url = "", headers }) {
      if (OAUTH_ENDPOINT.test(url)) return oauth;
      if (PROGRAMS.test(url) || !wantsPage(headers)) return problem;
      return pages[chooseLanguage({ acceptLanguage: headers["accept-language"] })];
    },
  };
}

function preparePage(site: Site, security: SecurityHeaders, language: Language): PreparedAnswer {
  const view = describeFailure("unavailable", language);
  return {
    headers: flatten({ ...security, ...pageHeaders({ imageUrl: site.brand.logoUrl }) }),
    ...splitAtId((requestId) => renderErrorPage({ site, language }, { ...view, requestId })),
  };
}

const flatten = (headers: SecurityHeaders): readonly string[] => Object.entries(headers).flat();

/** Renders with an id that occurs nowhere else, and cuts there. */
function splitAtId(render: (id: string) => string): Pick<PreparedAnswer, "beforeId" | "afterId"> {
  const placeholder = "id-of-the-refused-request";
  const [beforeId = "", afterId = ""] = render(placeholder).split(placeholder);
  return { beforeId, afterId };
}
