import { announceSignOut } from "./sign-out.ts";
import { beginSignIn } from "./tokens.ts";

/** Redirects to the sign-in page, from which the user returns to this view. */
export async function leaveToSignIn(): Promise<void> {
  announceSignOut();
  await beginSignIn(location.pathname + location.search);
}
