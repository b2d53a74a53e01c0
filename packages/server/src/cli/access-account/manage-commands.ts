import type { Command } from "commander";
import { deleteEntity, describeDeleted, formatDeleted } from "../actions/delete-entity.ts";
import type { CommandContext } from "../command-context.ts";
import { addOutputOption, type OutputOptions, print } from "../format/output.ts";
import { addCascadeOption, type CascadeOptions } from "../options/cascade-option.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { withServices } from "../with-services.ts";
import { describeAccessAccount, formatAccessAccount, readAccessAccount } from "./access-account-details.ts";
import { getAccessAccount, setAccessAccountEnabled } from "./change-access-account.ts";

interface Options extends SettingOptions, OutputOptions {}

const KEY_HELP = "an access key, ak_…";

export function defineShow(command: Command, context: CommandContext): void {
  command
    .summary("show an access account")
    .description("Show an access account with its ceiling and its assignments, never its secrets.")
    .argument("<access-key>", KEY_HELP)
    .action((key: string, options: Options) => show(context, key, options))
    .addHelpText("after", "\nExample:\n  licet access-account show ak_laptop");
  addSettingOptions(addOutputOption(command));
}

export function defineEnabled(command: Command, context: CommandContext, enabled: boolean): void {
  const verb = enabled ? "enable" : "disable";
  command
    .summary(enabled ? "let a key pair get tokens again" : "stop a key pair from getting tokens")
    .description(
      enabled
        ? "Let a key pair get tokens again that was disabled."
        : "Disable a key pair at once. Its application and other key pairs go on; nothing is deleted.",
    )
    .argument("<access-key>", KEY_HELP)
    .action((key: string, options: Options) => setEnabled(context, key, enabled, options))
    .addHelpText("after", `\nExample:\n  licet access-account ${verb} ak_laptop`);
  addSettingOptions(addOutputOption(command));
}

export function defineDelete(command: Command, context: CommandContext): void {
  command
    .summary("delete an access account")
    .description("Delete an access account with its secrets. One with assignments needs --cascade.")
    .argument("<access-key>", KEY_HELP);
  addCascadeOption(command)
    .action((key: string, options: Options & CascadeOptions) => remove(context, key, options))
    .addHelpText("after", "\nExample:\n  licet access-account delete ak_laptop");
  addSettingOptions(addOutputOption(command));
}

async function show(context: CommandContext, key: string, options: Options): Promise<void> {
  const details = await withServices(context, options, (services) => readAccessAccount(services, key));
  print(context.terminal, options, describeAccessAccount(details), () => formatAccessAccount(details));
}

async function setEnabled(
  context: CommandContext,
  key: string,
  enabled: boolean,
  options: Options,
): Promise<void> {
  const { accessKey, effect, revision } = await withServices(context, options, (services) =>
    setAccessAccountEnabled(services, key, enabled),
  );
  const state = enabled ? "enabled" : "disabled";
  print(context.terminal, options, { access_key: accessKey, enabled, effect, revision }, () => [
    effect === "unchanged" ? `${accessKey} was ${state} already` : `${accessKey} is now ${state}`,
  ]);
}

async function remove(
  context: CommandContext,
  key: string,
  options: Options & CascadeOptions,
): Promise<void> {
  const { accessKey, deleted } = await withServices(context, options, async (services) => {
    const find = async () =>
      ({ op: "delete", kind: "access_account", value: await getAccessAccount(services, key) }) as const;
    const { value } = await find();
    const noun = `the access account ${value.accessKey}`;
    return {
      accessKey: value.accessKey,
      deleted: await deleteEntity(services, noun, find, options.cascade ?? false),
    };
  });
  print(context.terminal, options, { access_key: accessKey, ...describeDeleted(deleted) }, () =>
    formatDeleted(`the access account ${accessKey}`, deleted),
  );
}
