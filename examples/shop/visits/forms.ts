import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { ShopError } from "../shop-error.ts";

/** The forms that change something: they count only when a page of the shop sent them, in the browser it was shown to. */
export interface Forms {
  /** The hidden field of a form, for this visit. */
  tokenFor(visitToken: string): string;
  /** Throws when the browser says that another site sent the form. Asked before anything is read. */
  requireOwnPage(request: Request): void;
  /** Throws unless the form was made for this visit. */
  verify(form: URLSearchParams, visitToken: string): void;
}

/** Nothing is stored: who cannot read the browser's cookie cannot have the token that fits it. */
export function createForms(origin: string): Forms {
  const key = randomBytes(32);
  const digest = (visitToken: string) => createHmac("sha256", key).update(visitToken, "utf8").digest();
  return {
    tokenFor: (visitToken) => digest(visitToken).toString("base64url"),
    requireOwnPage({ headers }) {
      const [sender, site] = [headers.get("origin"), headers.get("sec-fetch-site")];
      // `null` as a text is what sandboxed frames and redirects from elsewhere send (RFC 6454 §7.3).
      const isOwnOrigin = sender === null || sender === origin;
      // `none`: the user sent the form once more from the address bar.
      const isOwnSite = site === null || site === "same-origin" || site === "none";
      if (!isOwnOrigin || !isOwnSite) throw new ShopError("form_refused");
    },
    verify(form, visitToken) {
      const expected = digest(visitToken);
      const given = Buffer.from(form.get("csrf") ?? "", "base64url");
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw new ShopError("form_refused");
    },
  };
}
