import type { Command } from "commander";
import { InvalidInputError } from "../../core/errors.ts";
import { CONSOLE_APPLICATION } from "../../state/own-names.ts";
import { deleteEntity, describeDeleted, formatDeleted } from "../actions/delete-entity.ts";
import type { CommandContext } from "../command-context.ts";
import { addOutputOption, type OutputOptions, print } from "../format/output.ts";
import { addCascadeOption, type CascadeOptions } from "../options/cascade-option.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { withServices } from "../with-services.ts";
import { describeApplication, formatApplication, readApplication } from "./application-details.ts";
import { changeApplication } from "./change-application.ts";
import { getApplication } from "./get-application.ts";

interface Options extends SettingOptions, OutputOptions {}

export const APP_HELP = "a client_id";

export function defineShow(command: Command, context: CommandContext): void {
  command
    .summary("show an application and what it has")
    .description(
      "Show an application with its delegated scopes, access accounts and assignments, never its secrets.",
    )
    .argument("<app>", APP_HELP)
    .action((app: string, options: Options) => show(context, app, options))
    .addHelpText("after", "\nExample:\n  licet app show reports");
  addSettingOptions(addOutputOption(command));
}

export function defineEnabled(command: Command, context: CommandContext, enabled: boolean): void {
  const verb = enabled ? "enable" : "disable";
  command
    .summary(enabled ? "let an application get tokens again" : "stop an application from getting tokens")
    .description(
      enabled
        ? "Let an application get tokens again that was disabled. What was given to it is still there."
        : "Disable an application at once: no tokens, for it and its access accounts. Nothing is deleted.",
    )
    .argument("<app>", APP_HELP)
    .action((app: string, options: Options) => setEnabled(context, app, enabled, options))
    .addHelpText("after", `\nExample:\n  licet app ${verb} reports`);
  addSettingOptions(addOutputOption(command));
}

export function defineDelete(command: Command, context: CommandContext): void {
  command
    .summary("delete an application")
    .description(
      "Delete an application with its secrets, sign-ins and consents. One with access accounts or assignments needs --cascade.",
    )
    .argument("<app>", APP_HELP);
  addCascadeOption(command)
    .action((app: string, options: Options & CascadeOptions) => remove(context, app, options))
    .addHelpText("after", "\nExamples:\n  licet app delete reports\n  licet app delete reports --cascade");
  addSettingOptions(addOutputOption(command));
}

async function show(context: CommandContext, app: string, options: Options): Promise<void> {
  const details = await withServices(context, options, (services) => readApplication(services, app));
  print(context.terminal, options, describeApplication(details), () => formatApplication(details));
}

async function setEnabled(
  context: CommandContext,
  app: string,
  enabled: boolean,
  options: Options,
): Promise<void> {
  const { id, effect, revision } = await withServices(context, options, (services) =>
    changeApplication(services, app, () => ({ enabled })),
  );
  const state = enabled ? "enabled" : "disabled";
  print(context.terminal, options, { client_id: id, enabled, effect, revision }, () => [
    effect === "unchanged" ? `${id} was ${state} already` : `${id} is now ${state}`,
  ]);
}

async function remove(
  context: CommandContext,
  app: string,
  options: Options & CascadeOptions,
): Promise<void> {
  const { application, deleted } = await withServices(context, options, async (services) => {
    const value = await getApplication(services, app);
    if (value.id === CONSOLE_APPLICATION)
      throw new InvalidInputError(`${value.id} is Licet's own application and stays`);
    const find = async () =>
      ({ op: "delete", kind: "application", value: await getApplication(services, app) }) as const;
    const noun = `the application ${value.id}`;
    return {
      application: value,
      deleted: await deleteEntity(services, noun, find, options.cascade ?? false),
    };
  });
  print(context.terminal, options, { client_id: application.id, ...describeDeleted(deleted) }, () =>
    formatDeleted(`the application ${application.id}`, deleted),
  );
}
