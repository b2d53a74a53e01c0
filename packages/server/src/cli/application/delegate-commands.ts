import { type Command, Option } from "commander";
import type { DelegatedScope } from "../../accounts/entities.ts";
import type { CommandContext } from "../command-context.ts";
import { addOutputOption, type OutputOptions, print } from "../format/output.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { withServices } from "../with-services.ts";
import type { ChangedApplication } from "./change-application.ts";
import { delegateScopes, undelegateScopes } from "./delegate-scopes.ts";
import { APP_HELP } from "./manage-commands.ts";

interface Options extends SettingOptions, OutputOptions {}
interface DelegateOptions extends Options {
  readonly consent?: DelegatedScope["consent"];
}

const CONSENTS: readonly DelegatedScope["consent"][] = ["required", "optional", "implicit"];

export function defineDelegate(command: Command, context: CommandContext): void {
  command
    .summary("let an application ask for scopes on behalf of users")
    .description(
      "Let an application ask for scopes on behalf of users. It gets a scope only when the user holds the permission and agrees.",
    )
    .argument("<app>", APP_HELP)
    .argument("<scope...>", "permissions, RESOURCE:*, or openid, profile, email, offline_access, …")
    .addOption(
      new Option(
        "--consent <consent>",
        "what the consent page does with them; required when left out",
      ).choices(CONSENTS),
    )
    .action((app: string, scopes: readonly string[], options: DelegateOptions) =>
      delegate(context, app, scopes, options),
    )
    .addHelpText(
      "after",
      `
required: the user agrees to them or to nothing. optional: the user may leave them out. implicit: not shown.

Examples:
  licet app delegate shop orders:read orders:write
  licet app delegate shop openid profile --consent implicit`,
    );
  addSettingOptions(addOutputOption(command));
}

export function defineUndelegate(command: Command, context: CommandContext): void {
  command
    .summary("stop an application from asking for scopes")
    .description(
      "Stop an application from asking for scopes on behalf of users. Its tokens lose them at the next refresh.",
    )
    .argument("<app>", APP_HELP)
    .argument("<scope...>", "scopes, as licet app show lists them")
    .action((app: string, scopes: readonly string[], options: Options) =>
      undelegate(context, app, scopes, options),
    )
    .addHelpText("after", "\nExample:\n  licet app undelegate shop orders:write");
  addSettingOptions(addOutputOption(command));
}

async function delegate(
  context: CommandContext,
  app: string,
  scopes: readonly string[],
  options: DelegateOptions,
): Promise<void> {
  const changed = await withServices(context, options, (services) =>
    delegateScopes(services, app, scopes, options.consent),
  );
  printChanged(context, options, changed, scopes, "may now ask for", "may ask already for");
}

async function undelegate(
  context: CommandContext,
  app: string,
  scopes: readonly string[],
  options: Options,
): Promise<void> {
  const changed = await withServices(context, options, (services) => undelegateScopes(services, app, scopes));
  printChanged(context, options, changed, scopes, "may no longer ask for", "may no longer ask for");
}

function printChanged(
  { terminal }: CommandContext,
  options: OutputOptions,
  { id, effect, revision }: ChangedApplication,
  scopes: readonly string[],
  changed: string,
  unchanged: string,
): void {
  print(terminal, options, { client_id: id, scopes, effect, revision }, () => [
    `${id} ${effect === "unchanged" ? unchanged : changed} ${scopes.join(", ")}`,
  ]);
}
