import { chooseLanguage } from "../pages/choose-language.ts";
import type { PageFrame } from "../pages/layout.ts";
import type { ReturnTo } from "../pages/parts/language-switch.ts";
import type { Site } from "../pages/site.ts";
import type { PageVisit } from "./page-visit.ts";

/**
 * The frame of a page: its language, and where it is shown again after the user has chosen another one. The answer to
 * a form needs a path to return to, because its own address shows something else.
 */
export const createPageFrame = (
  site: Site,
  { chosenLanguage, acceptLanguage }: PageVisit,
  options: { readonly uiLocales?: readonly string[] | undefined; readonly returnTo?: ReturnTo } = {},
): PageFrame => ({
  site,
  language: chooseLanguage({ chosen: chosenLanguage, uiLocales: options.uiLocales ?? [], acceptLanguage }),
  returnTo: options.returnTo ?? "same_address",
});
