import { isExpired } from "@licet/engine/values/time.ts";
import type { Command } from "commander";
import { InvalidInputError } from "../../core/errors.ts";
import { readAll } from "../../management/read-all.ts";
import { getApplication } from "../application/get-application.ts";
import type { CommandContext } from "../command-context.ts";
import { CREATED_AGAIN, SHOWN_ONCE } from "../format/applied-state.ts";
import { addOutputOption, formatColumns, type OutputOptions, print } from "../format/output.ts";
import { parseInstant } from "../format/times.ts";
import { repeatable } from "../options/repeatable.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { withServices } from "../with-services.ts";
import { describeAccount, formatAccounts } from "./access-account-details.ts";
import { createAccessAccount, type NewAccessAccount } from "./change-access-account.ts";
import { defineDelete, defineEnabled, defineShow } from "./manage-commands.ts";

interface Options extends SettingOptions, OutputOptions {}
interface ListOptions extends Options {
  readonly app?: string;
}
interface CreateOptions extends Options, Omit<NewAccessAccount, "app"> {}

export function defineAccessAccountCommand(command: Command, context: CommandContext): void {
  command.description(
    "List, create, show, change and delete access accounts: key pairs that act for their application, never beyond it.",
  );
  defineList(command.command("list"), context);
  defineShow(command.command("show"), context);
  defineCreate(command.command("create"), context);
  defineEnabled(command.command("disable"), context, false);
  defineEnabled(command.command("enable"), context, true);
  defineDelete(command.command("delete"), context);
}

function defineList(command: Command, context: CommandContext): void {
  command
    .summary("list access accounts")
    .description("List the access accounts of all applications, or of one.")
    .option("--app <client_id>", "only those of this application")
    .action((options: ListOptions) => list(context, options))
    .addHelpText(
      "after",
      "\nExamples:\n  licet access-account list\n  licet access-account list --app reports",
    );
  addSettingOptions(addOutputOption(command));
}

function defineCreate(command: Command, context: CommandContext): void {
  command
    .summary("create a key pair of an application")
    .description("Create an access account of an application. Its secret key is generated and printed once.")
    .argument("<app>", "the client_id of the application")
    .option("--name <name>", "a display name")
    .option("--access-key <key>", "the access key, ak_…; generated when left out")
    .addOption(
      repeatable(
        "--ceiling <permission>",
        "a permission or RESOURCE:* that it may have of what its application holds",
      ),
    )
    .option("--until <instant>", "it expires then, such as 2027-01-01T00:00:00Z", parseInstant)
    .action((app: string, options: CreateOptions) => create(context, app, options))
    .addHelpText(
      "after",
      `
Without --ceiling it may do whatever its application may do.
At the token endpoint its access key is the client_id, and its secret key the client_secret.

Examples:
  licet access-account create reports --name "Laptop of the analyst" --ceiling orders:read
  licet access-account create reports --access-key ak_scanner --until 2027-01-01T00:00:00Z`,
    );
  addSettingOptions(addOutputOption(command));
}

async function list(context: CommandContext, options: ListOptions): Promise<void> {
  const { app } = options;
  const { accounts, now } = await withServices(context, options, async (services) => {
    const { state, directory } = services.storage;
    const found =
      app === undefined
        ? await state.list("access_account")
        : await readAll(directory, "access_account", {
            application: (await getApplication(services, app)).id,
          });
    return { accounts: found, now: services.clock.seconds() };
  });
  print(context.terminal, options, { access_accounts: accounts.map(describeAccount) }, () =>
    formatAccounts(accounts, now),
  );
}

async function create(context: CommandContext, app: string, options: CreateOptions): Promise<void> {
  const { terminal, clock } = context;
  if (isExpired(options.until, clock.seconds())) throw new InvalidInputError("--until lies in the past");
  const { accessKey, secret, applicationId, again } = await withServices(context, options, (services) =>
    createAccessAccount(services, { ...options, app }),
  );
  const keys = { access_key: accessKey, secret_key: secret };
  print(terminal, options, { ...keys, application: applicationId }, () =>
    formatColumns(Object.entries(keys)),
  );
  terminal.stderr.write(SHOWN_ONCE);
  if (again) terminal.stderr.write(CREATED_AGAIN);
}
