import type { Assignment } from "@licet/engine/entities.ts";
import { writeAssignment } from "@licet/engine/explain/write-explanation.ts";
import { formatPrincipalKey } from "@licet/engine/values/principal-key.ts";
import { type EpochSeconds, isExpired, writeTime } from "@licet/engine/values/time.ts";
import type { AccessAccount } from "../../accounts/entities.ts";
import { KINDS } from "../../directory/kinds/kinds.ts";
import { readAll } from "../../management/read-all.ts";
import type { Services } from "../../services.ts";
import { formatAssigned } from "../format/assignment-text.ts";
import { formatColumns, formatTable } from "../format/output.ts";
import { getAccessAccount } from "./change-access-account.ts";

export interface AccessAccountDetails {
  readonly account: AccessAccount;
  readonly now: EpochSeconds;
  readonly liveSecrets: number;
  readonly assignments: readonly Assignment[];
}

export async function readAccessAccount(
  services: Pick<Services, "clock" | "storage">,
  text: string,
): Promise<AccessAccountDetails> {
  const account = await getAccessAccount(services, text);
  const { directory, permissions } = services.storage;
  const now = services.clock.seconds();
  const secrets = await readAll(directory, "secret", { owner: account.accessKey });
  const principal = formatPrincipalKey("access_account", account.accessKey);
  return {
    account,
    now,
    liveSecrets: secrets.filter(({ expiresAt }) => !isExpired(expiresAt, now)).length,
    assignments: (await permissions.listAssignments(principal)).value,
  };
}

/** The access account as JSON data, with the keys of a configuration file. */
export const describeAccount = (account: AccessAccount) => ({
  ...KINDS.access_account.toEntry(account),
  application: account.applicationId,
  enabled: account.enabled,
});

export const describeAccessAccount = ({ account, liveSecrets, assignments }: AccessAccountDetails) => ({
  ...describeAccount(account),
  live_secrets: liveSecrets,
  assignments: assignments.map(writeAssignment),
});

export function formatAccessAccount(details: AccessAccountDetails): readonly string[] {
  const { account, now, liveSecrets, assignments } = details;
  const { accessKey, applicationId, name, ceiling, expiresAt } = account;
  return [
    ...formatColumns([
      ["access_key", accessKey],
      ["application", applicationId],
      ...(name === undefined ? [] : [["name", name]]),
      ["state", stateOf(account, now)],
      ...(expiresAt === undefined ? [] : [["expires", writeTime(expiresAt)]]),
      ["ceiling", writeCeiling(ceiling)],
      ["live secrets", String(liveSecrets)],
    ]),
    "",
    ...(assignments.length === 0
      ? ["It has no assignments of its own."]
      : formatTable(
          ["ASSIGNED", "ID"],
          assignments.map((assignment) => [formatAssigned(assignment), assignment.id]),
        )),
  ];
}

export const formatAccounts = (accounts: readonly AccessAccount[], now: EpochSeconds): readonly string[] =>
  formatTable(
    ["ACCESS KEY", "APPLICATION", "NAME", "STATE", "EXPIRES", "CEILING"],
    accounts.map((account) => [
      account.accessKey,
      account.applicationId,
      account.name ?? "",
      stateOf(account, now),
      account.expiresAt === undefined ? "" : writeTime(account.expiresAt),
      writeCeiling(account.ceiling),
    ]),
  );

function stateOf({ enabled, expiresAt }: AccessAccount, now: EpochSeconds): string {
  if (isExpired(expiresAt, now)) return "expired";
  return enabled ? "enabled" : "disabled";
}

function writeCeiling(ceiling: AccessAccount["ceiling"]): string {
  if (ceiling === undefined) return "what the application may do";
  return ceiling.length === 0 ? "nothing" : ceiling.join(", ");
}
