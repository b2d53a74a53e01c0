import { isExpired } from "@licet/engine/internal/values/time.ts";
import type { AccessAccount } from "../../accounts/entities.ts";
import { generateId } from "../../core/values/ids.ts";
import { quote } from "../../input/schemas.ts";
import { accessAccountName } from "../change.ts";
import { type EntryOfKind, KINDS } from "../kinds/kinds.ts";
import type { EntryPath } from "./entries-error.ts";
import { ambiguous, inThePast, reused, taken } from "./issues.ts";
import type { Catalogue } from "./plan-catalogue.ts";
import { planSecret } from "./plan-secret.ts";
import type { Planning } from "./planning.ts";

/** Without the application, as in the entry of one. */
type Entry = Omit<EntryOfKind<"access_account">, "application">;

/** An access account of the file. The planner skips an expired one that is not stored yet. */
export type PlannedAccessAccount = AccessAccount & { readonly isSkipped: boolean };

export async function planAccessAccount(
  planning: Planning,
  catalogue: Catalogue,
  applicationId: string,
  entry: Entry,
  path: EntryPath,
): Promise<PlannedAccessAccount> {
  for (const [position, permission] of (entry.ceiling ?? []).entries()) {
    const issue = catalogue.findIssue(permission);
    if (issue !== undefined) planning.report([...path, "ceiling", position], issue);
  }
  const stored = await findStored(planning, applicationId, entry, path);
  if (stored !== undefined && stored.applicationId !== applicationId) {
    const message = `belongs to the application ${stored.applicationId}`;
    planning.conflict([...path, "access_key"], taken(message, "application", stored.applicationId));
  }
  const accessKey = entry.access_key ?? stored?.accessKey ?? generateId("accessAccount");
  const account = KINDS.access_account.fromEntry(entry, { accessKey, applicationId }, stored);
  if (stored === undefined && isExpired(account.expiresAt, planning.now)) {
    reportExpired(planning, path);
    return { ...account, isSkipped: true };
  }
  const secret = await planSecret(planning, account.accessKey, "secret_key", entry.secret_key, path, {
    isFirst: stored === undefined,
  });
  planning.stage("access_account", account.accessKey, account, stored, secret);
  return { ...account, isSkipped: false };
}

function reportExpired(planning: Planning, path: EntryPath): void {
  const place = [...path, "expires_at"];
  if (planning.isFile) planning.warn(place, "is in the past; the access account is not created");
  else planning.report(place, inThePast);
}

/** An entry without an access key matches the stored account with the same name in the application. */
async function findStored(
  planning: Planning,
  applicationId: string,
  entry: Entry,
  path: EntryPath,
): Promise<AccessAccount | undefined> {
  if (entry.access_key !== undefined) return planning.stored.find("access_account", entry.access_key);
  const namesakes = (await planning.stored.list("access_account")).filter(
    (account) => account.applicationId === applicationId && account.name === entry.name,
  );
  if (namesakes.length > 1) {
    const message = `several access accounts are named ${quote(entry.name)}; give the access_key`;
    planning.report(path, ambiguous(message, "access_account", entry.name ?? ""));
  }
  const [found] = namesakes;
  if (
    found?.name !== undefined &&
    (await planning.stored.isReserved(accessAccountName(applicationId, found.name)))
  )
    planning.conflict([...path, "name"], reused("access_account", found.name, found.accessKey));
  return found;
}
