const LANGUAGE_TAG = /^[A-Za-z0-9-]{1,35}$/;

/** OpenID Connect Core §3.1.2.1: language tags, best first. Malformed ones are left out. */
export const parseUiLocales = (uiLocales: string | undefined): readonly string[] =>
  (uiLocales ?? "").split(" ").filter((tag) => LANGUAGE_TAG.test(tag));
