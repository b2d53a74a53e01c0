import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { type Clock, isExpired } from "@licet/engine/internal/values/time.ts";
import { ConflictError } from "../../core/errors/errors.ts";
import { entityId } from "../change.ts";
import type { Guard } from "../write/write-state.ts";

/** A caller cannot delete or disable its own account, because it could not undo that mistake. */
export function createCheckOwnAccount(clock: Clock): Guard {
  return async (changes, { subject, client }) => {
    const own = new Set<string>([
      subject.principal,
      formatPrincipalKey("application", client.application.id),
      ...(client.accessAccount ? [formatPrincipalKey("access_account", client.accessAccount.accessKey)] : []),
    ]);
    for (const change of changes) {
      if (!own.has(`${change.kind}:${entityId(change)}`)) continue;
      if (change.op === "delete")
        throw new ConflictError("a caller cannot delete itself; another administrator can", {
          conflict: { code: "deletes_itself" },
        });
      const ended = change.kind === "access_account" && isExpired(change.value.expiresAt, clock.seconds());
      if (ended || ("enabled" in change.value && !change.value.enabled))
        throw new ConflictError("a caller cannot disable itself; another administrator can", {
          conflict: { code: "disables_itself" },
        });
    }
  };
}
