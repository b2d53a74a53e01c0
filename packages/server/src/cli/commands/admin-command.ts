import type { Command } from "commander";
import { type CreatedAdministrator, createAdministrator } from "../actions/create-administrator.ts";
import { issueOperatorLink } from "../actions/issue-setup-link.ts";
import type { CommandContext } from "../command-context.ts";
import { CREATED_AGAIN, SHOWN_ONCE } from "../format/applied-state.ts";
import { addOutputOption, formatColumns, type OutputOptions, print } from "../format/output.ts";
import { writeSeconds } from "../format/times.ts";
import { formatTokenRequest, formField } from "../format/token-request.ts";
import {
  addPasswordStdinOption,
  type ChosenPassword,
  generatePassword,
  PASSWORD_SHOWN_ONCE,
  type PasswordOptions,
  readPassword,
} from "../options/password-options.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { withServices } from "../with-services.ts";

interface CreateOptions extends SettingOptions, OutputOptions, PasswordOptions {
  readonly application?: string;
  readonly username?: string;
  readonly force?: boolean;
}

export function defineAdminCommand(command: Command, context: CommandContext): void {
  command.description("Create administrators, who may do everything with Licet itself over its API.");
  defineCreate(command.command("create"), context);
  defineLink(command.command("link"), context);
}

function defineCreate(command: Command, context: CommandContext): void {
  command
    .summary("create the first administrator")
    .description(
      "Create the first administrator: an application, a user, or one of each. Secrets are generated and printed once.",
    )
    .option("--application <name>", "a new application that calls the API")
    .option("--username <name>", "a new user")
    .option("--force", "create one even if an administrator exists");
  addPasswordStdinOption(command)
    .action((options: CreateOptions) => {
      const { application, username, passwordStdin } = options;
      if (application === undefined && username === undefined)
        command.error("error: give --application, --username or both");
      if (passwordStdin && username === undefined) command.error("error: --password-stdin needs --username");
      return create(context, options);
    })
    .addHelpText(
      "after",
      `
Without --password-stdin the password of the user is generated, too.

Examples:
  licet admin create --application admin
  licet admin create --username root --password-stdin < password.txt`,
    );
  addSettingOptions(addOutputOption(command));
}

function defineLink(command: Command, context: CommandContext): void {
  command
    .summary("print a link that creates the first administrator")
    .description(
      "Print a link to a page of the running server, where the first administrator chooses a username and a password. It works once, and for an hour.",
    )
    .action((options: SettingOptions & OutputOptions) => printLink(context, options))
    .addHelpText("after", "\nExample:\n  licet admin link");
  addSettingOptions(addOutputOption(command));
}

async function printLink(context: CommandContext, options: SettingOptions & OutputOptions): Promise<void> {
  const { url, expiresAt } = await withServices(context, options, issueOperatorLink);
  const described = { url, expires_at: writeSeconds(expiresAt) };
  print(context.terminal, options, described, () => [url]);
  context.terminal.stderr.write(LINK_WORKS_ONCE);
}

const LINK_WORKS_ONCE = "Open it in a browser. It works once, and for an hour.\n";

async function create(context: CommandContext, options: CreateOptions): Promise<void> {
  const { terminal } = context;
  const { application, username, force = false } = options;
  const chosen =
    username === undefined ? undefined : ((await readPassword(terminal, options)) ?? generatePassword());
  const wanted = {
    force,
    ...(application !== undefined && { application }),
    ...(username !== undefined && chosen && { user: { username, password: chosen.password } }),
  };
  const created = await withServices(context, options, (services) => createAdministrator(services, wanted), {
    createsDatabase: true,
  });
  print(terminal, options, describe(created, username, chosen), () => format(created, username, chosen));
  if (created.application) terminal.stderr.write(SHOWN_ONCE);
  if (chosen?.generated) terminal.stderr.write(PASSWORD_SHOWN_ONCE);
  if (created.again) terminal.stderr.write(CREATED_AGAIN);
}

function describe(
  { application, user, resource, revision }: CreatedAdministrator,
  username: string | undefined,
  chosen: ChosenPassword | undefined,
) {
  return {
    ...(application && { application: { client_id: application.id, client_secret: application.secret } }),
    ...(user && {
      user: { id: user.id, username, ...(chosen?.generated && { password: chosen.password }) },
    }),
    resource,
    revision,
  };
}

function format(
  { application, user, resource }: CreatedAdministrator,
  username: string | undefined,
  chosen: ChosenPassword | undefined,
): readonly string[] {
  const rows = [
    ...(application
      ? [
          ["client_id", application.id],
          ["client_secret", application.secret],
        ]
      : []),
    ...(user ? [["username", username ?? user.id]] : []),
    ...(chosen?.generated ? [["password", chosen.password]] : []),
  ];
  return [...formatColumns(rows), ...(application ? formatTokenHint(application.id, resource) : [])];
}

/** The command does not contain the secret, because a shell keeps commands in its history. */
function formatTokenHint(clientId: string, resource: string): readonly string[] {
  const curl = formatTokenRequest(
    resource.replace(/\/api\/v1$/, ""),
    [formField("client_id", clientId), '-d "client_secret=$SECRET"'],
    [formField("resource", resource)],
  );
  return ["", "A token for the API, with the secret in $SECRET:", "", ...curl.map((line) => `  ${line}`)];
}
