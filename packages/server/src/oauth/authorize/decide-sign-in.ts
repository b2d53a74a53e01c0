import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { ActiveSession } from "../../accounts/session.ts";
import type { Interaction } from "../interaction.ts";
import type { AuthorizationErrorCode } from "./authorization-error.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";

/** Whether the session of the browser satisfies the request, and the next step if it does not. */
export type SignInStep =
  | { readonly step: "signed_in"; readonly active: ActiveSession }
  | { readonly step: "login" }
  | { readonly step: "select_account" }
  | { readonly step: "refuse"; readonly code: AuthorizationErrorCode; readonly description: string };

/** OpenID Connect Core §3.1.2.1 to §3.1.2.3. Pure: it sees what it is given and nothing else. */
export function decideSignIn(
  request: AuthorizationRequest,
  active: ActiveSession | undefined,
  interaction: Pick<Interaction, "signedIn" | "createdAt"> | undefined,
  now: EpochSeconds,
): SignInStep {
  if (!active) return { step: "login" };
  const { session, user } = active;
  // The user signed in, or was chosen, during this very request.
  const fresh = interaction?.signedIn?.sessionId === session.id;
  const proved = fresh && session.authentication.time >= interaction.createdAt;
  const { prompts, maxAgeSeconds, claims, hintedUserId } = request;
  const wantsSignIn =
    prompts.includes("login") || isTooLongAgo(session.authentication.time, maxAgeSeconds, now);
  if (wantsSignIn && !proved) return { step: "login" };
  if (prompts.includes("select_account") && !fresh) return { step: "select_account" };

  const wanted = [hintedUserId, claims?.subject].filter((id) => id !== undefined);
  if (wanted.some((id) => id !== user.id)) {
    if (!fresh) return { step: "login" };
    return refuse("login_required", "another user signed in than the one who was asked for");
  }
  // §5.5.1.1: an essential acr that cannot be had is a failed authentication.
  if (claims?.essentialAcr?.includes(session.authentication.acr) === false)
    return refuse("unmet_authentication_requirements", "none of the essential acr values can be provided");
  return { step: "signed_in", active };
}

const isTooLongAgo = (time: EpochSeconds, maxAgeSeconds: number | undefined, now: EpochSeconds): boolean =>
  maxAgeSeconds !== undefined && now - time >= maxAgeSeconds;

const refuse = (code: AuthorizationErrorCode, description: string): SignInStep => ({
  step: "refuse",
  code,
  description,
});
