import type { Draft } from "../draft/create-draft.ts";
import type { ExportRecord } from "../export-values.ts";

/** A permission of a role or a user: `{ permission_name, resource_server_identifier }`. */
export function findPermission(draft: Draft, permission: ExportRecord): string | undefined {
  const resource = draft.findResource(String(permission.resource_server_identifier));
  return resource?.findPermission(String(permission.permission_name));
}
