import type { Step } from "../oidc/shop-client.ts";
import type { Embeddable, SafeHtml } from "../pages/html.ts";
import type { ShopFailure } from "../shop-error.ts";

interface Described {
  readonly title: string;
  readonly detail: string;
}

/** Every text of the shop, in one language. */
export interface Texts {
  readonly languageTag: string;
  readonly skipToContent: string;
  readonly problemTitle: (title: string) => string;
  readonly colophon: string;
  readonly demoBadge: string;
  readonly title: string;
  readonly lead: string;
  readonly steps: readonly [Described, Described, Described];
  readonly chooseTitle: string;
  readonly chooseHint: string;
  readonly signInWith: string;
  readonly start: string;
  readonly requestPreview: string;
  readonly resultTitle: string;
  readonly resultLead: (user: SafeHtml) => Embeddable;
  readonly refusedTitle: string;
  readonly refusedLead: string;
  readonly granted: string;
  readonly refused: string;
  readonly none: string;
  /** The texts for the reasons of Licet's API. The shop does not show a reason without a text. */
  readonly reasons: Readonly<Record<string, string>>;
  readonly accessToken: string;
  readonly accessTokenHint: string;
  readonly idToken: string;
  readonly idTokenHint: string;
  readonly userinfo: string;
  readonly userinfoHint: string;
  readonly tokenResponse: string;
  readonly tokenResponseHint: string;
  readonly requests: string;
  readonly requestsHint: string;
  readonly requestTitles: Readonly<Record<Step, string>>;
  readonly header: string;
  readonly claims: string;
  readonly raw: string;
  readonly refresh: string;
  readonly signOut: string;
  readonly startAgain: string;
  /** The shop's own texts for the scopes that it requests. */
  readonly scopes: Readonly<Record<string, { readonly title: string; readonly detail?: string }>>;
  readonly undescribed: string;
  readonly failures: Readonly<Record<ShopFailure, Described>>;
}
