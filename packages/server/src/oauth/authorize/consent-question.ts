import type { Application, RedirectRegistration } from "../../accounts/entities.ts";
import type { ActiveSession } from "../../accounts/session.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import type { Offer } from "./offer.ts";

/** What a user is asked on the consent page, on behalf of which application, and where the answer goes. */
export interface ConsentQuestion {
  readonly application: Application;
  readonly request: AuthorizationRequest;
  /** The registration of the redirect URI. */
  readonly address: RedirectRegistration;
  readonly active: ActiveSession;
  readonly offer: Offer;
  /** The question rests on the state of this revision, or of a newer one. */
  readonly revision: number;
}
