import type { Command } from "commander";
import { changeUser, createUser, type NewUser, type WrittenUser } from "../actions/change-user.ts";
import { unlockUser } from "../actions/unlock-user.ts";
import type { CommandContext } from "../command-context.ts";
import { CREATED_AGAIN } from "../format/applied-state.ts";
import { addOutputOption, formatColumns, formatTable, type OutputOptions, print } from "../format/output.ts";
import { describeUser, describeUserDetails, formatUserDetails, readUser } from "../format/user-details.ts";
import { parseLimit } from "../options/parse-limit.ts";
import { parseObject } from "../options/parse-object.ts";
import {
  addPasswordOptions,
  addPasswordStdinOption,
  type ChosenPassword,
  generatePassword,
  PASSWORD_SHOWN_ONCE,
  type PasswordOptions,
  readPassword,
} from "../options/password-options.ts";
import { repeatable } from "../options/repeatable.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import type { Terminal } from "../terminal.ts";
import { withServices } from "../with-services.ts";

interface Options extends SettingOptions, OutputOptions {}
interface ListOptions extends Options {
  readonly search?: string;
  readonly limit: number;
}
interface CreateOptions extends Options, PasswordOptions, Omit<NewUser, "username" | "password"> {}

export function defineUserCommand(command: Command, context: CommandContext): void {
  command.description("List, show, create, disable, enable and unlock users, and set their passwords.");
  defineList(command.command("list"), context);
  defineShow(command.command("show"), context);
  defineCreate(command.command("create"), context);
  defineEnabled(command.command("disable"), context, false);
  defineEnabled(command.command("enable"), context, true);
  defineUnlock(command.command("unlock"), context);
  definePassword(command.command("password"), context);
}

const USER_HELP = "a username or an id";

function defineList(command: Command, context: CommandContext): void {
  command
    .summary("list users")
    .description(
      "List users by name, or those with a word in their name, username, email address or id that begins with a text.",
    )
    .option("--search <text>", "only users with words that begin so")
    .option("--limit <count>", "the maximum number of users", parseLimit, 100)
    .action((options: ListOptions) => list(context, options))
    .addHelpText("after", "\nExamples:\n  licet user list\n  licet user list --search ali");
  addSettingOptions(addOutputOption(command));
}

function defineShow(command: Command, context: CommandContext): void {
  command
    .summary("show a user, with groups and what was given")
    .description("Show a user, the groups the user is in, and what was given to any of them.")
    .argument("<user>", USER_HELP)
    .action((user: string, options: Options) => show(context, user, options))
    .addHelpText("after", "\nExample:\n  licet user show alice");
  addSettingOptions(addOutputOption(command));
}

function defineCreate(command: Command, context: CommandContext): void {
  command
    .summary("create a user")
    .description("Create a user. Without a password, the user cannot sign in yet.")
    .argument("<username>", "the name to sign in with")
    .option("--email <address>", "an email address")
    .option("--name <name>", "a display name")
    .option("--attributes <json>", "what conditions see as subject.attributes", parseObject)
    .addOption(repeatable("--group <group>", "a group to be in"));
  addPasswordOptions(command)
    .action((username: string, options: CreateOptions) => create(context, username, options))
    .addHelpText(
      "after",
      `
Examples:
  licet user create alice --email alice@example.test --generate-password
  licet user create bob --attributes '{"department": "sales"}' --group support --password-stdin < password.txt`,
    );
  addSettingOptions(addOutputOption(command));
}

function defineEnabled(command: Command, context: CommandContext, enabled: boolean): void {
  const verb = enabled ? "enable" : "disable";
  command
    .summary(enabled ? "let a user in again" : "lock a user out")
    .description(
      enabled
        ? "Let a user in again who was disabled. What was given to the user is still there."
        : "Lock a user out at once: no tokens, and every check is denied. Nothing is deleted.",
    )
    .argument("<user>", USER_HELP)
    .action((user: string, options: Options) => setEnabled(context, user, enabled, options))
    .addHelpText("after", `\nExample:\n  licet user ${verb} alice`);
  addSettingOptions(addOutputOption(command));
}

function defineUnlock(command: Command, context: CommandContext): void {
  command
    .summary("let a user try again after wrong passwords")
    .description(
      "Forget the wrong passwords for a user, so that the user can sign in at once. A disabled user stays disabled.",
    )
    .argument("<user>", USER_HELP)
    .action((user: string, options: Options) => unlock(context, user, options))
    .addHelpText("after", "\nExample:\n  licet user unlock alice");
  addSettingOptions(addOutputOption(command));
}

function definePassword(command: Command, context: CommandContext): void {
  command
    .summary("set a new password")
    .description("Set a new password: one from standard input, or one that is generated and printed once.")
    .argument("<user>", USER_HELP);
  addPasswordStdinOption(command)
    .action((user: string, options: Options & PasswordOptions) => setPassword(context, user, options))
    .addHelpText(
      "after",
      "\nExamples:\n  licet user password alice\n  licet user password alice --password-stdin < password.txt",
    );
  addSettingOptions(addOutputOption(command));
}

async function list(context: CommandContext, options: ListOptions): Promise<void> {
  const { terminal } = context;
  const { search, limit } = options;
  const { items, next } = await withServices(context, options, ({ storage }) =>
    storage.directory.page("user", {
      limit,
      sort: { by: "name", descending: false },
      ...(search !== undefined && { filter: { search } }),
    }),
  );
  const users = items.map(({ value }) => describeUser(value));
  print(terminal, options, { users, more: next !== undefined }, () => formatUsers(users));
  if (next !== undefined)
    terminal.stderr.write("There are more: narrow it with --search, or raise --limit.\n");
}

const formatUsers = (users: readonly ReturnType<typeof describeUser>[]): readonly string[] =>
  formatTable(
    ["USERNAME", "ID", "NAME", "EMAIL", "ENABLED", "PASSWORD"],
    users.map(({ username, id, name = "", email = "", enabled, has_password }) => [
      username,
      id,
      name,
      email,
      enabled ? "yes" : "no",
      has_password ? "set" : "",
    ]),
  );

async function show(context: CommandContext, user: string, options: Options): Promise<void> {
  const details = await withServices(context, options, (services) => readUser(services, user));
  print(context.terminal, options, describeUserDetails(details), () => formatUserDetails(details));
}

async function create(context: CommandContext, username: string, options: CreateOptions): Promise<void> {
  const { terminal } = context;
  const chosen = await readPassword(terminal, options);
  const written = await withServices(
    context,
    options,
    (services) =>
      createUser(services, { ...options, username, ...(chosen && { password: chosen.password }) }),
    { createsDatabase: true },
  );
  printUser(terminal, options, written, chosen);
  if (written.again) terminal.stderr.write(CREATED_AGAIN);
}

async function setPassword(
  context: CommandContext,
  user: string,
  options: Options & PasswordOptions,
): Promise<void> {
  const { terminal } = context;
  const chosen = (await readPassword(terminal, options)) ?? generatePassword();
  const written = await withServices(context, options, (services) =>
    changeUser(services, user, { password: chosen.password }),
  );
  printUser(terminal, options, written, chosen);
}

function printUser(
  terminal: Terminal,
  options: OutputOptions,
  { id, username }: WrittenUser,
  chosen: ChosenPassword | undefined,
): void {
  const revealed = chosen?.generated ? { password: chosen.password } : {};
  const document = { username, id, ...revealed };
  print(terminal, options, document, () => formatColumns(Object.entries(document)));
  if (chosen?.generated) terminal.stderr.write(PASSWORD_SHOWN_ONCE);
}

async function setEnabled(
  context: CommandContext,
  user: string,
  enabled: boolean,
  options: Options,
): Promise<void> {
  const { id, username, effect, revision } = await withServices(context, options, (services) =>
    changeUser(services, user, { enabled }),
  );
  const state = enabled ? "enabled" : "disabled";
  print(context.terminal, options, { username, id, enabled, effect, revision }, () => [
    effect === "unchanged" ? `${username} was ${state} already` : `${username} is now ${state}`,
  ]);
}

async function unlock(context: CommandContext, user: string, options: Options): Promise<void> {
  const { id, username, wasLocked } = await withServices(context, options, (services) =>
    unlockUser(services, user),
  );
  print(context.terminal, options, { username, id, was_locked: wasLocked }, () => [
    wasLocked ? `${username} is unlocked` : `${username} was not locked out`,
  ]);
}
