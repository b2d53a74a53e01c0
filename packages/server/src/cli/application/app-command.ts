import { type Command, Option } from "commander";
import type { ApplicationType, IdTokenClaims } from "../../accounts/entities.ts";
import type { CommandContext } from "../command-context.ts";
import { CREATED_AGAIN, SHOWN_ONCE } from "../format/applied-state.ts";
import { addOutputOption, formatColumns, formatTable, type OutputOptions, print } from "../format/output.ts";
import { repeatable } from "../options/repeatable.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { withServices } from "../with-services.ts";
import { createApplication, type NewApplication } from "./create-application.ts";
import { defineDelegate, defineUndelegate } from "./delegate-commands.ts";
import { listApplications } from "./list-applications.ts";
import { defineDelete, defineEnabled, defineShow } from "./manage-commands.ts";

const TYPES: readonly ApplicationType[] = ["service", "web", "spa", "native"];
const ID_TOKEN_CLAIMS: readonly IdTokenClaims[] = ["profile", "minimal"];

interface ListOptions extends SettingOptions, OutputOptions {}
interface CreateOptions extends ListOptions, NewApplication {}

export function defineAppCommand(command: Command, context: CommandContext): void {
  command.description("Create, show, change and delete applications: the callers that get tokens.");
  defineList(command.command("list"), context);
  defineShow(command.command("show"), context);
  defineCreate(command.command("create"), context);
  defineDelegate(command.command("delegate"), context);
  defineUndelegate(command.command("undelegate"), context);
  defineEnabled(command.command("disable"), context, false);
  defineEnabled(command.command("enable"), context, true);
  defineDelete(command.command("delete"), context);
}

function defineCreate(command: Command, context: CommandContext): void {
  command
    .summary("register an application")
    .description("Register an application. Its secret is generated and printed once.")
    .requiredOption("--name <name>", "a display name")
    .addOption(
      new Option("--type <type>", "service and web keep a secret; spa and native cannot")
        .choices(TYPES)
        .makeOptionMandatory(),
    )
    .option("--client-id <id>", "the client_id; generated when left out")
    .addOption(repeatable("--redirect-uri <uri>", "where codes may be sent"))
    .addOption(repeatable("--serves <resource>", "a resource it is the server of"))
    .option("--require-pkce", "refuse authorization requests without PKCE")
    .option("--require-pushed-requests", "refuse authorization requests that were not pushed")
    .option("--first-party", "never ask users for consent")
    .addOption(
      new Option(
        "--id-token-claims <claims>",
        "what ID tokens say about the user; profile when left out",
      ).choices(ID_TOKEN_CLAIMS),
    )
    .action((options: CreateOptions) => create(context, options))
    .addHelpText(
      "after",
      `
Examples:
  licet app create --name "Nightly reports" --type service --client-id nightly
  licet app create --name Shop --type web --redirect-uri https://shop.example.test/callback`,
    );
  addSettingOptions(addOutputOption(command));
}

function defineList(command: Command, context: CommandContext): void {
  command
    .summary("list the applications")
    .description("List the applications with the number of their live secrets, and their access keys.")
    .action((options: ListOptions) => list(context, options))
    .addHelpText("after", "\nExample:\n  licet app list --output json");
  addSettingOptions(addOutputOption(command));
}

async function create(context: CommandContext, options: CreateOptions): Promise<void> {
  const { terminal } = context;
  const { application, secret, again } = await withServices(
    context,
    options,
    (services) => createApplication(services, options),
    { createsDatabase: true },
  );
  const { id, name, type } = application;
  print(
    terminal,
    options,
    { client_id: id, name, type, ...(secret !== undefined && { client_secret: secret }) },
    () => formatColumns([["client_id", id], ...(secret === undefined ? [] : [["client_secret", secret]])]),
  );
  if (secret !== undefined) terminal.stderr.write(SHOWN_ONCE);
  if (again) terminal.stderr.write(CREATED_AGAIN);
}

async function list(context: CommandContext, options: ListOptions): Promise<void> {
  const applications = await withServices(context, options, listApplications);
  print(context.terminal, options, { applications }, () =>
    formatTable(
      ["CLIENT ID", "NAME", "TYPE", "ENABLED", "SECRETS", "ACCESS KEYS"],
      applications.map((application) => [
        application.client_id,
        application.name,
        application.type,
        application.enabled ? "yes" : "no",
        String(application.live_secrets),
        application.access_accounts.join(" "),
      ]),
    ),
  );
}
