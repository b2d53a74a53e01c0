import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { ShopError } from "../shop-error.ts";

/** A form that changes something must come from a page of the shop, in the browser that received the page. */
export interface Forms {
  /** The value of the form's hidden field for this visit. */
  tokenFor(visitToken: string): string;
  /** Throws when the headers show that another site sent the form. The shop calls it before it reads the body. */
  requireOwnPage(request: Request): void;
  /** Throws unless the form token belongs to this visit. */
  verify(form: URLSearchParams, visitToken: string): void;
}

/** The shop stores no form tokens: a site that cannot read the visit cookie cannot have its token. */
export function createForms(origin: string): Forms {
  const key = randomBytes(32);
  const digest = (visitToken: string) => createHmac("sha256", key).update(visitToken, "utf8").digest();
  return {
    tokenFor: (visitToken) => digest(visitToken).toString("base64url"),
    requireOwnPage({ headers }) {
      const [sender, site] = [headers.get("origin"), headers.get("sec-fetch-site")];
      // Sandboxed frames and redirects from other sites send the string `null` (RFC 6454 §7.3).
      const isOwnOrigin = sender === null || sender === origin;
      // Browsers send `none` when the user repeats the form from the address bar.
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
