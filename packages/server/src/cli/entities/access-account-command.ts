import { writeAssignment } from "@licet/engine/internal/explain/write-explanation.ts";
import { type EpochSeconds, isExpired, writeTime } from "@licet/engine/internal/values/time.ts";
import type { Command } from "commander";
import type { AccessAccount } from "../../accounts/entities.ts";
import { InvalidInputError } from "../../core/errors/errors.ts";
import { generateId } from "../../core/values/ids.ts";
import { KINDS } from "../../directory/kinds/kinds.ts";
import { readAll } from "../../directory/write/read-all.ts";
import type { Services } from "../../services.ts";
import type { CommandContext } from "../command-context.ts";
import type { Options, Printed } from "../define-command.ts";
import { SHOWN_ONCE } from "../format/applied-state.ts";
import { formatColumns } from "../format/output.ts";
import { parseInstant } from "../format/times.ts";
import type { WritingServices } from "../operator.ts";
import { option, repeatable } from "../options/make-options.ts";
import { formatAssignments, formatMembers, readClientDetails } from "./details.ts";
import { createEntity, createEntityCommands } from "./entity-commands.ts";
import { getEntity } from "./get-entity.ts";

interface CreateOptions extends Options {
  readonly until?: EpochSeconds;
}

export function defineAccessAccountCommand(command: Command, context: CommandContext): void {
  command.description(
    "List, create, show, change and delete access accounts: key pairs that act for their application, never beyond it.",
  );
  const account = createEntityCommands(command, context, "access_account");
  account.list({
    summary: "list access accounts",
    description: "List the access accounts of all applications, or of one.",
    help: ["licet access-account list", "licet access-account list --app reports"],
    add: (it) => it.option("--app <client_id>", "only those of this application"),
    read: listAccounts,
    describe: describeAccount,
    columns: ({ clock }) => ({
      "ACCESS KEY": "accessKey",
      APPLICATION: "applicationId",
      NAME: "name",
      STATE: (each) => stateOf(each, clock.seconds()),
      EXPIRES: ({ expiresAt }) => (expiresAt === undefined ? "" : writeTime(expiresAt)),
      CEILING: writeCeiling,
    }),
  });
  account.show({
    summary: "show an access account",
    description: "Show an access account with its ceiling and its assignments, never its secrets.",
    read: showAccount,
  });
  account.create({
    summary: "create a key pair of an application",
    description: "Create an access account of an application. Its secret key is generated and printed once.",
    help: `
Without --ceiling it may do whatever its application may do.
At the token endpoint its access key is the client_id, and its secret key the client_secret.

Examples:
  licet access-account create reports --name "Laptop of the analyst" --ceiling orders:read
  licet access-account create reports --access-key ak_scanner --until 2027-01-01T00:00:00Z`,
    argument: ["application", "<app>", "the client_id of the application"],
    members: {
      name: option("--name <name>", "a display name"),
      access_key: option("--access-key <key>", "the access key, ak_…; generated when left out"),
      ceiling: repeatable(
        "--ceiling <permission>",
        "a permission or RESOURCE:* that it may have of what its application holds",
      ),
    },
    add: (it) =>
      it.option("--until <instant>", "it expires then, such as 2027-01-01T00:00:00Z", parseInstant),
    createsDatabase: false,
    run(services, entry, { until }: CreateOptions) {
      if (isExpired(until, context.clock.seconds())) throw new InvalidInputError("--until lies in the past");
      return createAccount(services, entry, until);
    },
  });
  account.switches({
    disable: {
      summary: "stop a key pair from getting tokens",
      description:
        "Disable a key pair at once. Its application and other key pairs go on; nothing is deleted.",
    },
    enable: {
      summary: "let a key pair get tokens again",
      description: "Let a key pair get tokens again that was disabled.",
    },
  });
  account.delete({
    summary: "delete an access account",
    description: "Delete an access account with its secrets. One with assignments needs --cascade.",
    help: ["licet access-account delete ak_laptop"],
  });
}

async function createAccount(
  services: WritingServices,
  { ceiling, ...given }: Readonly<Record<string, unknown>>,
  until: EpochSeconds | undefined,
): Promise<Printed> {
  const { id: application } = await getEntity(services, "application", String(given.application));
  const accessKey = String(given.access_key ?? generateId("accessAccount"));
  const entry = {
    ...given,
    application,
    access_key: accessKey,
    // Without a ceiling, the account may do what its application may do. An empty one would allow nothing.
    ...((ceiling as readonly string[]).length > 0 && { ceiling }),
    ...(until !== undefined && { expires_at: writeTime(until) }),
  };
  const { secrets, notes } = await createEntity(services, "access_account", {
    state: { access_accounts: [entry] },
    find: () => services.storage.state.find("access_account", accessKey),
    exists: ({ applicationId }) =>
      `the access account ${accessKey} of ${applicationId} exists already; choose another access key`,
  });
  const keys = { access_key: accessKey, secret_key: secrets[0]?.secret ?? "" };
  return {
    document: { ...keys, application },
    lines: formatColumns(Object.entries(keys)),
    notes: [SHOWN_ONCE, ...notes],
  };
}

/** The access account as JSON data, with the keys of a configuration file. */
const describeAccount = (account: AccessAccount) => ({
  ...KINDS.access_account.toEntry(account),
  application: account.applicationId,
  enabled: account.enabled,
});

async function listAccounts(
  services: Pick<Services, "storage">,
  { app }: Options & { readonly app?: string },
): Promise<readonly AccessAccount[]> {
  const { state, directory } = services.storage;
  if (app === undefined) return state.list("access_account");
  const { id: application } = await getEntity(services, "application", app);
  return readAll(directory, "access_account", { application });
}

async function showAccount(
  services: Pick<Services, "clock" | "storage">,
  account: AccessAccount,
): Promise<Printed> {
  const { accessKey, applicationId, name, expiresAt } = account;
  const { liveSecrets, assignments } = await readClientDetails(services, "access_account", accessKey);
  return {
    document: {
      ...describeAccount(account),
      live_secrets: liveSecrets,
      assignments: assignments.map(writeAssignment),
    },
    lines: [
      ...formatMembers({
        access_key: accessKey,
        application: applicationId,
        name,
        state: stateOf(account, services.clock.seconds()),
        expires: expiresAt === undefined ? undefined : writeTime(expiresAt),
        ceiling: writeCeiling(account),
        "live secrets": String(liveSecrets),
      }),
      ...formatAssignments("It has no assignments of its own.", assignments),
    ],
  };
}

function stateOf({ enabled, expiresAt }: AccessAccount, now: EpochSeconds): string {
  if (isExpired(expiresAt, now)) return "expired";
  return enabled ? "enabled" : "disabled";
}

function writeCeiling({ ceiling }: AccessAccount): string {
  if (ceiling === undefined) return "what the application may do";
  return ceiling.length === 0 ? "nothing" : ceiling.join(", ");
}
