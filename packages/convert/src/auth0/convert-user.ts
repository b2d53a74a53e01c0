import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import type { Draft } from "../draft/create-draft.ts";
import { type ExportRecord, recordOf, recordsOf, textOf } from "../export-values.ts";
import { findPermission } from "./find-permission.ts";

/** Adds a user with its roles and permissions. `user_metadata` is the user's own, so conditions must not rely on it. */
export function convertUser(draft: Draft, id: string, entry: ExportRecord): void {
  const username = draft.addUser(id, {
    username: textOf(entry.username) ?? textOf(entry.email) ?? id,
    email: textOf(entry.email),
    isEmailVerified: entry.email_verified === true,
    name: textOf(entry.name),
    enabled: entry.blocked !== true,
    attributes: recordOf(entry.app_metadata),
    areAttributesTrusted: true,
    formerSub: id,
  });
  const principal = formatPrincipalKey("user", username);
  for (const role of Array.isArray(entry.roles) ? entry.roles : []) {
    const name = textOf(role) ?? textOf(recordOf(role).name) ?? "";
    const found = draft.findRole(name);
    if (found !== undefined) draft.assign(principal, { role: found.name });
    else
      draft.notes.leaveOut(
        `role ${name} of user ${username}`,
        "the export does not have this role; add the roles to the files",
      );
  }
  for (const permission of recordsOf(entry.permissions)) {
    const found = findPermission(draft, permission);
    if (found !== undefined) draft.assign(principal, { permission: found });
    else
      draft.notes.leaveOut(
        `permission ${String(permission.permission_name)} of user ${username}`,
        "the export does not have its API; add the resource servers to the files",
      );
  }
  if (Object.keys(recordOf(entry.user_metadata)).length > 0)
    draft.notes.leaveOut(
      `user_metadata of user ${username}`,
      "users change it themselves, and conditions rely on attributes; keep it in your application",
    );
  for (const { provider } of recordsOf(entry.identities))
    if (provider !== "auth0")
      draft.notes.leaveOut(
        `sign-in of user ${username} by ${String(provider)}`,
        "sign-in by other providers is not offered; the user needs a password",
      );
}
