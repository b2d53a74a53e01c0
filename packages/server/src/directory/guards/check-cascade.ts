import type { Change, EntityKind } from "../change.ts";
import { permissionOf } from "../kinds/kinds.ts";
import { ForbiddenError } from "../write/errors.ts";
import type { Requester } from "../write/requester.ts";
import { describeChanges } from "./describe-change.ts";

/** What belongs to a principal or a role goes with it. What only names a permission belongs to somebody else. */
const NAMED_BY_OTHERS: readonly EntityKind[] = ["resource", "permission"];

/**
 * The deletion of a resource or a permission changes roles, applications and assignments that name it. The caller must
 * be allowed to change each of them by itself. Throws ForbiddenError.
 */
export function checkCascade(
  kind: EntityKind,
  changes: readonly Change[],
  { permissions }: Pick<Requester, "permissions">,
): void {
  if (!NAMED_BY_OTHERS.includes(kind)) return;
  const refused = changes.filter((change) => !permissions.has(permissionOf(change.kind, "write")));
  if (refused.length === 0) return;
  const lacking = [...new Set(refused.map((change) => permissionOf(change.kind, "write")))].toSorted();
  throw new ForbiddenError(
    `this changes what others need as well, and the token lacks ${lacking.join(", ")}: ask for a token with that scope, or change them first`,
    { lacking, tried: describeChanges(refused) },
  );
}
