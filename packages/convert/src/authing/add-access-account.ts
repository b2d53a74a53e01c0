import { addApplication } from "../draft/add-application.ts";
import type { Draft } from "../draft/create-draft.ts";
import { type ExportRecord, textOf } from "../export-values.ts";

/** Adds a pair of AK and SK as an application, so that its callers keep both. */
export function addAccessAccount(
  draft: Draft,
  key: string,
  entry: ExportRecord,
  applications: readonly ExportRecord[],
): void {
  const owner = applications.find(({ appId }) => appId === entry.appId);
  const name = textOf(entry.remarks) ?? `Access key of ${textOf(owner?.appName) ?? String(entry.appId)}`;
  addApplication(draft, {
    clientId: key,
    name,
    type: "service",
    enabled: entry.enabled !== false,
    secret: textOf(entry.secret) ?? textOf(entry.accessKeySecret),
    noSecret: "its SK is not in the export",
  });
  if (typeof entry.tokenLifetime === "number" && entry.tokenLifetime > 0)
    draft.notes.leaveOut(
      `token lifetime of access key ${key}`,
      "the lifetime of access tokens is a setting of the server: licet help settings",
    );
}
