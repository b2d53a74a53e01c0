import { writeAssignment } from "@licet/engine/explain/write-explanation.ts";
import { type EpochSeconds, isExpired, writeTime } from "@licet/engine/values/time.ts";
import type { Command } from "commander";
import type { AccessAccount } from "../../accounts/entities.ts";
import { InvalidInputError } from "../../core/errors.ts";
import { generateId } from "../../core/ids.ts";
import { KINDS } from "../../directory/kinds/kinds.ts";
import { readAll } from "../../management/read-all.ts";
import type { Services } from "../../services.ts";
import type { CommandContext } from "../command-context.ts";
import { defineCommand, type Options, type Printed } from "../define-command.ts";
import { SHOWN_ONCE } from "../format/applied-state.ts";
import { formatColumns, formatTable } from "../format/output.ts";
import { parseInstant } from "../format/times.ts";
import { given } from "../options/given.ts";
import { repeatable } from "../options/repeatable.ts";
import { formatAssignments, formatMembers, readClientDetails } from "./details.ts";
import {
  createEntity,
  defineDelete,
  defineEnabled,
  defineShow,
  type EntityNaming,
} from "./entity-commands.ts";
import { getEntity } from "./get-entity.ts";

const ACCESS_ACCOUNT: EntityNaming<"access_account"> = {
  kind: "access_account",
  argument: ["<access-key>", "an access key, ak_…"],
  get: (services, text) => getEntity(services, "access_account", text),
  identify: ({ accessKey }) => ({ access_key: accessKey }),
};

interface CreateOptions extends Options {
  readonly accessKey?: string;
  readonly name?: string;
  readonly ceiling: readonly string[];
  readonly until?: EpochSeconds;
}

export function defineAccessAccountCommand(command: Command, context: CommandContext): void {
  command.description(
    "List, create, show, change and delete access accounts: key pairs that act for their application, never beyond it.",
  );
  defineCommand(command.command("list"), context, {
    summary: "list access accounts",
    description: "List the access accounts of all applications, or of one.",
    help: ["licet access-account list", "licet access-account list --app reports"],
    add: (it) => it.option("--app <client_id>", "only those of this application"),
    run: listAccounts,
  });
  const shown = {
    summary: "show an access account",
    description: "Show an access account with its ceiling and its assignments, never its secrets.",
    help: ["licet access-account show ak_laptop"],
  };
  defineShow(command.command("show"), context, ACCESS_ACCOUNT, shown, showAccount);
  defineCreate(command.command("create"), context);
  defineEnabled(command, context, ACCESS_ACCOUNT, {
    disable: {
      summary: "stop a key pair from getting tokens",
      description:
        "Disable a key pair at once. Its application and other key pairs go on; nothing is deleted.",
      help: ["licet access-account disable ak_laptop"],
    },
    enable: {
      summary: "let a key pair get tokens again",
      description: "Let a key pair get tokens again that was disabled.",
      help: ["licet access-account enable ak_laptop"],
    },
  });
  defineDelete(command.command("delete"), context, ACCESS_ACCOUNT, {
    summary: "delete an access account",
    description: "Delete an access account with its secrets. One with assignments needs --cascade.",
    help: ["licet access-account delete ak_laptop"],
  });
}

function defineCreate(command: Command, context: CommandContext): void {
  defineCommand(command, context, {
    summary: "create a key pair of an application",
    description: "Create an access account of an application. Its secret key is generated and printed once.",
    help: `
Without --ceiling it may do whatever its application may do.
At the token endpoint its access key is the client_id, and its secret key the client_secret.

Examples:
  licet access-account create reports --name "Laptop of the analyst" --ceiling orders:read
  licet access-account create reports --access-key ak_scanner --until 2027-01-01T00:00:00Z`,
    add: (it) =>
      it
        .argument("<app>", "the client_id of the application")
        .option("--name <name>", "a display name")
        .option("--access-key <key>", "the access key, ak_…; generated when left out")
        .addOption(
          repeatable(
            "--ceiling <permission>",
            "a permission or RESOURCE:* that it may have of what its application holds",
          ),
        )
        .option("--until <instant>", "it expires then, such as 2027-01-01T00:00:00Z", parseInstant),
    async run(services, { name, ceiling, until, ...options }: CreateOptions, app: string) {
      if (isExpired(until, context.clock.seconds())) throw new InvalidInputError("--until lies in the past");
      const { id: application } = await getEntity(services, "application", app);
      const accessKey = options.accessKey ?? generateId("accessAccount");
      const entry = given({
        application,
        access_key: accessKey,
        name,
        // Without a ceiling, the account may do what its application may do. An empty one would allow nothing.
        ceiling: ceiling.length > 0 ? ceiling : undefined,
        expires_at: until === undefined ? undefined : writeTime(until),
      });
      const created = await createEntity(services, "access_account", {
        state: { access_accounts: [entry] },
        find: () => services.storage.state.find("access_account", accessKey),
        exists: ({ applicationId }) =>
          `the access account ${accessKey} of ${applicationId} exists already; choose another access key`,
      });
      const keys = { access_key: accessKey, secret_key: created.secrets[0]?.secret ?? "" };
      return {
        document: { ...keys, application },
        lines: formatColumns(Object.entries(keys)),
        notes: [SHOWN_ONCE, ...created.notes],
      };
    },
  });
}

/** The access account as JSON data, with the keys of a configuration file. */
const describeAccount = (account: AccessAccount) => ({
  ...KINDS.access_account.toEntry(account),
  application: account.applicationId,
  enabled: account.enabled,
});

async function listAccounts(
  services: Pick<Services, "clock" | "storage">,
  { app }: Options & { readonly app?: string },
): Promise<Printed> {
  const { state, directory } = services.storage;
  const now = services.clock.seconds();
  const accounts =
    app === undefined
      ? await state.list("access_account")
      : await readAll(directory, "access_account", {
          application: (await getEntity(services, "application", app)).id,
        });
  const rows = accounts.map((account) => [
    account.accessKey,
    account.applicationId,
    account.name ?? "",
    stateOf(account, now),
    account.expiresAt === undefined ? "" : writeTime(account.expiresAt),
    writeCeiling(account),
  ]);
  return {
    document: { access_accounts: accounts.map(describeAccount) },
    lines: formatTable(["ACCESS KEY", "APPLICATION", "NAME", "STATE", "EXPIRES", "CEILING"], rows),
  };
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
