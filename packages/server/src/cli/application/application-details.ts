import type { Assignment } from "@licet/engine/entities.ts";
import { writeAssignment } from "@licet/engine/explain/write-explanation.ts";
import { formatPrincipalKey } from "@licet/engine/values/principal-key.ts";
import { isExpired } from "@licet/engine/values/time.ts";
import type { AccessAccount, Application } from "../../accounts/entities.ts";
import { KINDS } from "../../directory/kinds/kinds.ts";
import { readAll } from "../../management/read-all.ts";
import type { Services } from "../../services.ts";
import { formatAssigned } from "../format/assignment-text.ts";
import { formatColumns, formatTable } from "../format/output.ts";
import { getApplication } from "./get-application.ts";

export interface ApplicationDetails {
  readonly application: Application;
  readonly liveSecrets: number;
  readonly accounts: readonly AccessAccount[];
  readonly assignments: readonly Assignment[];
}

export async function readApplication(
  services: Pick<Services, "clock" | "storage">,
  text: string,
): Promise<ApplicationDetails> {
  const application = await getApplication(services, text);
  const { directory, permissions } = services.storage;
  const now = services.clock.seconds();
  const secrets = await readAll(directory, "secret", { owner: application.id });
  const { value: assignments } = await permissions.listAssignments(
    formatPrincipalKey("application", application.id),
  );
  return {
    application,
    liveSecrets: secrets.filter(({ expiresAt }) => !isExpired(expiresAt, now)).length,
    accounts: await readAll(directory, "access_account", { application: application.id }),
    assignments,
  };
}

/** The application as JSON data, with the keys of a configuration file. */
export const describeApplication = ({
  application,
  liveSecrets,
  accounts,
  assignments,
}: ApplicationDetails) => ({
  ...KINDS.application.toEntry(application),
  name: application.name,
  enabled: application.enabled,
  delegated: application.delegated,
  live_secrets: liveSecrets,
  access_accounts: accounts.map((account) => ({
    ...KINDS.access_account.toEntry(account),
    enabled: account.enabled,
  })),
  assignments: assignments.map(writeAssignment),
});

/** The application as lines of text. */
export function formatApplication(details: ApplicationDetails): readonly string[] {
  const { application, accounts, assignments } = details;
  return [
    ...formatColumns(listMembers(details)),
    "",
    ...(application.delegated.length === 0
      ? ["It may not ask for scopes on behalf of users."]
      : formatTable(
          ["DELEGATED SCOPE", "CONSENT"],
          application.delegated.map(({ scope, consent }) => [scope, consent]),
        )),
    ...(accounts.length === 0 ? [] : ["", ...formatAccounts(accounts)]),
    "",
    ...(assignments.length === 0
      ? ["It has no assignments."]
      : formatTable(
          ["ASSIGNED", "ID"],
          assignments.map((assignment) => [formatAssigned(assignment), assignment.id]),
        )),
  ];
}

const formatAccounts = (accounts: readonly AccessAccount[]): readonly string[] =>
  formatTable(
    ["ACCESS KEY", "NAME", "ENABLED"],
    accounts.map(({ accessKey, name = "", enabled }) => [accessKey, name, enabled ? "yes" : "no"]),
  );

/** The members of the entry that are single values or lists of texts. */
function listMembers({ application, liveSecrets }: ApplicationDetails): readonly (readonly string[])[] {
  const { delegated: _, jwks, ...entry } = KINDS.application.toEntry(application);
  const members = { ...entry, name: application.name, enabled: application.enabled ? "yes" : "no" };
  return [
    ...Object.entries(members).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.join(", ") : String(value),
    ]),
    ...(jwks === undefined ? [] : [["jwks", `${application.jwks?.keys.length} keys`]]),
    ["live secrets", String(liveSecrets)],
  ];
}
