import { LANGUAGES, type Language } from "../choose-language.ts";
import { html, type SafeHtml } from "../html.ts";
import { textsIn } from "../texts/texts-in.ts";
import { renderHiddenInputs } from "./hidden-inputs.ts";

export const LANGUAGE_PATH = "/language";

/** `same_address`: the browser names it (RFC 9110 §10.1.3), so that no page repeats what was sent in an address. */
export type ReturnTo = "same_address" | { readonly path: string };

/** Every other language, in its own words: a user who cannot read this page can read its name. */
export const renderLanguageSwitch = (language: Language, returnTo: ReturnTo): SafeHtml =>
  html`<form class="languages" method="post" action="${LANGUAGE_PATH}" aria-label="${textsIn(language).language}">
${returnTo !== "same_address" && renderHiddenInputs({ return_to: returnTo.path })}
${LANGUAGES.filter((other) => other !== language).map((other) => {
  const { languageTag, languageName } = textsIn(other);
  return html`<button class="button quiet" type="submit" name="language" value="${other}" lang="${languageTag}">${languageName}</button>`;
})}
</form>`;
