import { announceSignOut } from "./sign-out.ts";
import { beginSignIn } from "./tokens.ts";

/** The page to which a sign-in of the console returns. */
export const isCallback = (): boolean => location.pathname === "/console/callback";

/** Redirects to the sign-in page, from which the user returns to this view. */
export async function leaveToSignIn(): Promise<void> {
  announceSignOut();
  await beginSignIn(location.pathname + location.search);
}
