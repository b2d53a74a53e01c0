import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { defineCommand, type Options } from "../define-command.ts";
import { CREATED_AGAIN, SHOWN_ONCE } from "../format/applied-state.ts";
import { formatColumns } from "../format/output.ts";
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
import { type CreatedAdministrator, createAdministrator } from "./create-administrator.ts";
import { issueOperatorLink } from "./setup-link.ts";

interface CreateOptions extends Options, PasswordOptions {
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
  defineCommand(command, context, {
    summary: "create the first administrator",
    description:
      "Create the first administrator: an application, a user, or one of each. Secrets are generated and printed once.",
    help: `
Without --password-stdin the password of the user is generated, too.

Examples:
  licet admin create --application admin
  licet admin create --username root --password-stdin < password.txt`,
    add: (it) =>
      addPasswordStdinOption(
        it
          .option("--application <name>", "a new application that calls the API")
          .option("--username <name>", "a new user")
          .option("--force", "create one even if an administrator exists"),
      ),
    check({ application, username, passwordStdin }: CreateOptions) {
      if (application === undefined && username === undefined)
        return "give --application, --username or both";
      return passwordStdin === true && username === undefined && "--password-stdin needs --username";
    },
    createsDatabase: true,
    async run(services, { application, username, force = false, ...options }) {
      const chosen =
        username === undefined
          ? undefined
          : ((await readPassword(context.terminal, options)) ?? generatePassword());
      const created = await createAdministrator(services, {
        force,
        ...(application !== undefined && { application }),
        ...(username !== undefined && chosen && { user: { username, password: chosen.password } }),
      });
      return {
        document: describe(created, username, chosen),
        lines: format(created, username, chosen),
        notes: [
          ...(created.application ? [SHOWN_ONCE] : []),
          ...(chosen?.generated ? [PASSWORD_SHOWN_ONCE] : []),
          ...(created.again ? [CREATED_AGAIN] : []),
        ],
      };
    },
  });
}

function defineLink(command: Command, context: CommandContext): void {
  defineCommand(command, context, {
    summary: "print a link that creates the first administrator",
    description:
      "Print a link to a page of the running server, where the first administrator chooses a username and a password. It works once, and for an hour.",
    help: ["licet admin link"],
    async run(services, _: Options) {
      const { url, expiresAt } = await issueOperatorLink(services);
      return {
        document: { url, expires_at: writeSeconds(expiresAt) },
        lines: [url],
        notes: ["Open it in a browser. It works once, and for an hour."],
      };
    },
  });
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
