import type { Assignment, PrincipalKey } from "@licet/engine/internal/entities.ts";
import {
  EVERY_USER,
  formatPrincipalKey,
  isPrincipalOf,
  principalId,
} from "@licet/engine/internal/values/principal-key.ts";
import type { Services } from "../../services.ts";
import { writeSeconds } from "./times.ts";

/** Formats an assignment without its principal: `clerk at orders/42 when … until …`. */
export function formatAssigned({ role, permission, at, when, expiresAt }: Assignment): string {
  return [
    role ?? permission,
    ...(at === undefined ? [] : [`at ${at}`]),
    ...(when === undefined ? [] : [`when ${when}`]),
    ...(expiresAt === undefined ? [] : [`until ${writeSeconds(expiresAt)}`]),
  ].join(" ");
}

/** Replaces the id of a user with the username: `user:usr_…` becomes `user:alice`. */
export async function getPrincipalName(
  { users }: Pick<Services, "users">,
  principal: PrincipalKey,
): Promise<PrincipalKey> {
  if (!isPrincipalOf("user", principal) || principal === EVERY_USER) return principal;
  const user = await users.find(principalId(principal));
  return user ? formatPrincipalKey("user", user.username) : principal;
}
