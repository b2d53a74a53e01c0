import { UsageError } from "../common/usage-error.ts";
import type { Auth } from "./auth.ts";
import type { Guard } from "./guard.ts";

interface Admitted {
  readonly guard: Guard;
  readonly auth: Auth;
}

/** Kept beside the requests, and not in them: what another middleware writes into a request admits nobody. */
const admitted = new WeakMap<object, Admitted>();

export function admit(request: object, guard: Guard, auth: Auth): void {
  admitted.set(request, { guard, auth });
}

/** The caller that `auth()` admitted. Without it the application is wired wrongly, and the request fails. */
export function getAdmitted(request: object): Admitted {
  const found = admitted.get(request);
  if (!found) throw new UsageError("no caller is known: put auth() before requireScopes() and its like");
  return found;
}
