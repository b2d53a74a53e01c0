import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { AuthorizationRequest } from "./authorize/authorization-request.ts";
import type { RedirectRecord } from "./authorize/trusted-redirect.ts";
import type { LogoutRequest } from "./logout/logout-request.ts";

/**
 * A browser flow in progress: one record on the server, named in the address of its pages, useless in any other
 * browser, and over after one answer. No data that the user could edit decides anything.
 */
export interface Interaction {
  readonly id: string;
  readonly purpose: InteractionPurpose;
  /** The hash of the cookie of the browser it began in. */
  readonly browserHash: string;
  readonly createdAt: EpochSeconds;
  readonly expiresAt: EpochSeconds;
  /** The session of the sign-in or choice during this flow: it answers `prompt=login`, `select_account`, `max_age`. */
  readonly signedIn?: { readonly sessionId: string; readonly at: EpochSeconds };
}

/** The rest of an interaction that led back to its application: enough to show the same user that it is done. */
export interface FinishedInteraction {
  readonly applicationId: string;
  /** The session in which it was finished: another session of the same browser may belong to another user. */
  readonly sessionId: string;
  /** In which languages the pages were asked for. */
  readonly uiLocales: readonly string[];
  readonly browserHash: string;
  readonly expiresAt: EpochSeconds;
}

export type InteractionPurpose =
  | { readonly kind: "authorization"; readonly request: AuthorizationRequest }
  /** To a page of our own: the path is one of ours and never from the request. */
  | { readonly kind: "account" }
  | ({ readonly kind: "logout" } & LogoutRequest);

/** As it is stored: a redirect that is read from there is plain data. */
export interface StoredInteraction extends Omit<Interaction, "id" | "purpose"> {
  readonly purpose:
    | { readonly kind: "authorization"; readonly request: WithStoredRedirect<AuthorizationRequest> }
    | { readonly kind: "account" }
    | ({ readonly kind: "logout" } & WithStoredRedirect<LogoutRequest>);
}

type WithStoredRedirect<R extends { readonly redirect?: RedirectRecord }> = Omit<R, "redirect"> & {
  readonly [Member in keyof Pick<R, "redirect">]: RedirectRecord;
};
