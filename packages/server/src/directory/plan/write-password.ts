import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { WritePassword } from "../../accounts/passwords/change-password.ts";
import type { Change } from "../change.ts";
import { commitPlanned, unavailableIfOvertaken } from "../commit-planned.ts";
import type { StateStore } from "../stores.ts";

const NOTHING: { readonly changes: readonly Change[] } = { changes: [] };

/** A password change by the user is a commit like any other: it has a revision and an audit event. */
export function createWritePassword(
  store: Pick<StateStore, "find" | "revision" | "commit">,
  clock: Clock,
): WritePassword {
  return async ({ userId, replaces, passwordHash, mayWrite }, by) => {
    const { changes } = await commitPlanned({
      store,
      async plan() {
        const user = await store.find("user", userId);
        if (!user?.enabled || user.passwordHash !== replaces) return NOTHING;
        if (mayWrite && !(await mayWrite(user))) return NOTHING;
        return { changes: [{ op: "put", kind: "user", value: { ...user, passwordHash } }] };
      },
      actor: () => ({ name: formatPrincipalKey("user", userId), at: clock.milliseconds(), ...by }),
    }).catch(unavailableIfOvertaken);
    return changes.length > 0;
  };
}
