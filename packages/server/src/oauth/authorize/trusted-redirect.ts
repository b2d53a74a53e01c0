import type { Application } from "../../accounts/entities.ts";
import { redirectAddress } from "../../core/network/redirect-address.ts";

export const RESPONSE_MODES = ["query", "form_post"] as const;
export type ResponseMode = (typeof RESPONSE_MODES)[number];

/** A redirect as it is stored. */
export interface RedirectRecord {
  readonly applicationId: string;
  /** Exactly as presented. */
  readonly uri: string;
  readonly mode: ResponseMode;
  /** Byte for byte. */
  readonly state?: string;
}

/**
 * The only redirect that may become a `Location`. The class stays in this file, and its private field keeps other
 * objects from posing as it, so that each one comes from a maker below, which checks the registration of the
 * application.
 */
class TrustedRedirect implements RedirectRecord {
  readonly #uri: string;
  readonly applicationId: string;
  readonly mode: ResponseMode;
  readonly state?: string;

  constructor({ applicationId, uri, mode, state }: RedirectRecord) {
    this.#uri = uri;
    this.applicationId = applicationId;
    this.mode = mode;
    if (state !== undefined) this.state = state;
  }

  get uri(): string {
    return this.#uri;
  }

  /** The same address, answered in another form. */
  with(answer: Partial<Pick<RedirectRecord, "mode" | "state">>): TrustedRedirect {
    return new TrustedRedirect({ ...this.toJSON(), ...answer });
  }

  toJSON(): RedirectRecord {
    const { applicationId, uri, mode, state } = this;
    return { applicationId, uri, mode, ...(state !== undefined && { state }) };
  }
}

export type { TrustedRedirect };

/** Undefined when the application did not register this very address. */
export function trustRedirect(application: Application, uri: string): TrustedRedirect | undefined {
  const wanted = redirectAddress(uri, application.type);
  const isRegistered = application.redirectUris.some(
    (registered) => redirectAddress(registered, application.type) === wanted,
  );
  return isRegistered
    ? new TrustedRedirect({ applicationId: application.id, uri, mode: "query" })
    : undefined;
}

/** RP-Initiated Logout §3: only what this very application registered for it, compared byte for byte. */
export function trustLogoutRedirect(application: Application, uri: string): TrustedRedirect | undefined {
  return application.postLogoutRedirectUris.includes(uri)
    ? new TrustedRedirect({ applicationId: application.id, uri, mode: "query" })
    : undefined;
}

/** From our own record of an interaction, into which only a trusted one was written. For `oauth/interactions.ts`. */
export const restoreRedirect = (stored: RedirectRecord): TrustedRedirect => new TrustedRedirect(stored);
