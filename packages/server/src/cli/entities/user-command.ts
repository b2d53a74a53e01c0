import type { PrincipalKey } from "@licet/engine/entities.ts";
import { writeAssignment } from "@licet/engine/explain/write-explanation.ts";
import type { Attributes } from "@licet/engine/values/attributes.ts";
import { EVERY_USER, formatPrincipalKey, principalId } from "@licet/engine/values/principal-key.ts";
import type { Command } from "commander";
import type { User } from "../../accounts/entities.ts";
import type { Services } from "../../services.ts";
import type { CommandContext } from "../command-context.ts";
import { defineCommand, type Options, type Printed } from "../define-command.ts";
import { formatAssigned } from "../format/assignment-text.ts";
import { formatColumns, formatTable } from "../format/output.ts";
import type { WritingServices } from "../operator.ts";
import { given } from "../options/given.ts";
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
import { formatMembers, formatSection, joined } from "./details.ts";
import {
  changeEntity,
  createEntity,
  defineEnabled,
  defineShow,
  type EntityNaming,
} from "./entity-commands.ts";
import { getUser } from "./get-entity.ts";

export const USER: EntityNaming<"user"> = {
  kind: "user",
  argument: ["<user>", "a username or an id"],
  get: getUser,
  identify: ({ username, id }) => ({ username, id }),
};

interface ListOptions extends Options {
  readonly search?: string;
  readonly limit: number;
}

interface NewUser {
  readonly email?: string;
  readonly name?: string;
  readonly attributes?: Attributes;
  readonly group: readonly string[];
}

interface CreateOptions extends Options, PasswordOptions, NewUser {}

export function defineUserCommand(command: Command, context: CommandContext): void {
  command.description("List, show, create, disable, enable and unlock users, and set their passwords.");
  defineCommand(command.command("list"), context, {
    summary: "list users",
    description:
      "List users by name, or those with a word in their name, username, email address or id that begins with a text.",
    help: ["licet user list", "licet user list --search ali"],
    add: (it) =>
      it
        .option("--search <text>", "only users with words that begin so")
        .option("--limit <count>", "the maximum number of users", parseLimit, 100),
    run: listUsers,
  });
  const shown = {
    summary: "show a user, with groups and what was given",
    description: "Show a user, the groups the user is in, and what was given to any of them.",
    help: ["licet user show alice"],
  };
  defineShow(command.command("show"), context, USER, shown, showUser);
  defineCreate(command.command("create"), context);
  defineEnabled(command, context, USER, {
    disable: {
      summary: "lock a user out",
      description: "Lock a user out at once: no tokens, and every check is denied. Nothing is deleted.",
      help: ["licet user disable alice"],
    },
    enable: {
      summary: "let a user in again",
      description: "Let a user in again who was disabled. What was given to the user is still there.",
      help: ["licet user enable alice"],
    },
  });
  defineUnlock(command.command("unlock"), context);
  definePassword(command.command("password"), context);
}

function defineCreate(command: Command, context: CommandContext): void {
  defineCommand(command, context, {
    summary: "create a user",
    description: "Create a user. Without a password, the user cannot sign in yet.",
    help: [
      "licet user create alice --email alice@example.test --generate-password",
      `licet user create bob --attributes '{"department": "sales"}' --group support --password-stdin < password.txt`,
    ],
    add: (it) =>
      addPasswordOptions(
        it
          .argument("<username>", "the name to sign in with")
          .option("--email <address>", "an email address")
          .option("--name <name>", "a display name")
          .option("--attributes <json>", "what conditions see as subject.attributes", parseObject)
          .addOption(repeatable("--group <group>", "a group to be in")),
      ),
    createsDatabase: true,
    async run(services, options: CreateOptions, username: string) {
      const chosen = await readPassword(context.terminal, options);
      const { id, notes } = await createUser(services, username, { ...options, password: chosen?.password });
      return printUser({ username, id }, chosen, notes);
    },
  });
}

export function createUser(
  services: WritingServices,
  username: string,
  { email, name, attributes, group, password }: NewUser & { readonly password: string | undefined },
) {
  const member = formatPrincipalKey("user", username);
  const state = {
    users: [given({ username, email, name, attributes, password })],
    memberships: group.map((each) => ({ group: each, member })),
  };
  return createEntity(services, "user", {
    state,
    find: () => services.storage.state.findUserByUsername(username),
    exists: () => `the user ${username} exists already`,
  });
}

function definePassword(command: Command, context: CommandContext): void {
  defineCommand(command, context, {
    summary: "set a new password",
    description: "Set a new password: one from standard input, or one that is generated and printed once.",
    help: ["licet user password alice", "licet user password alice --password-stdin < password.txt"],
    add: (it) => addPasswordStdinOption(it.argument(...USER.argument)),
    async run(services, options: Options & PasswordOptions, text: string) {
      const chosen = (await readPassword(context.terminal, options)) ?? generatePassword();
      const { before } = await changeEntity(services, USER, text, () => ({ password: chosen.password }));
      return printUser(before, chosen);
    },
  });
}

function printUser(
  { username, id }: Pick<User, "username" | "id">,
  chosen: ChosenPassword | undefined,
  notes: readonly string[] = [],
): Printed {
  const isShown = chosen?.generated;
  const document = { username, id, ...(isShown && { password: chosen.password }) };
  return {
    document,
    lines: formatColumns(Object.entries(document)),
    notes: [...(isShown ? [PASSWORD_SHOWN_ONCE] : []), ...notes],
  };
}

function defineUnlock(command: Command, context: CommandContext): void {
  defineCommand(command, context, {
    summary: "let a user try again after wrong passwords",
    description:
      "Forget the wrong passwords for a user, so that the user can sign in at once. A disabled user stays disabled.",
    help: ["licet user unlock alice"],
    add: (it) => it.argument(...USER.argument),
    async run({ loginThrottle, storage, clock }, _: Options, text: string) {
      const user = await getUser({ storage }, text);
      const { id, username } = user;
      const { lockedUntil } = await loginThrottle.findLockout(user);
      await loginThrottle.unlock(user);
      const target = formatPrincipalKey("user", id);
      await storage.audit.append(
        [{ at: clock.milliseconds(), type: "user.unlocked", actor: "cli", target }],
        [],
      );
      const wasLocked = lockedUntil !== undefined;
      return {
        document: { username, id, was_locked: wasLocked },
        lines: [wasLocked ? `${username} is unlocked` : `${username} was not locked out`],
      };
    },
  });
}

/** The user as JSON data, without the password hash. */
const describeUser = ({ passwordHash, ...user }: User) => ({
  ...user,
  has_password: passwordHash !== undefined,
});

async function listUsers(
  { storage }: Pick<Services, "storage">,
  { search, limit }: ListOptions,
): Promise<Printed> {
  const { items, next } = await storage.directory.page("user", {
    limit,
    sort: { by: "name", descending: false },
    ...(search !== undefined && { filter: { search } }),
  });
  const users = items.map(({ value }) => describeUser(value));
  const rows = users.map(({ username, id, name = "", email = "", enabled, has_password }) => [
    username,
    id,
    name,
    email,
    enabled ? "yes" : "no",
    has_password ? "set" : "",
  ]);
  return {
    document: { users, more: next !== undefined },
    lines: formatTable(["USERNAME", "ID", "NAME", "EMAIL", "ENABLED", "PASSWORD"], rows),
    ...(next !== undefined && { notes: ["There are more: narrow it with --search, or raise --limit."] }),
  };
}

async function showUser(
  { factSource, storage }: Pick<Services, "factSource" | "storage">,
  user: User,
): Promise<Printed> {
  const { id, username, name, email, enabled, passwordHash, attributes } = user;
  const { permissions } = storage;
  const own = formatPrincipalKey("user", id);
  const model = await factSource.model();
  const { value: named } = await permissions.listGroups(own);
  const direct = named.map((group) => formatPrincipalKey("group", group));
  // Direct and nested ones. What these groups and every user were given counts as well.
  const groupKeys = [...new Set([...direct, ...direct.flatMap(model.groupsAbove)])];
  const principals: readonly PrincipalKey[] = [own, ...groupKeys, EVERY_USER];
  const held = await Promise.all(principals.map((principal) => permissions.listAssignments(principal)));
  const assignments = held.flatMap(({ value }) => value);
  const groups = groupKeys.map(principalId);
  return {
    document: { ...describeUser(user), groups, assignments: assignments.map(writeAssignment) },
    lines: [
      ...formatMembers({
        username,
        id,
        name,
        email,
        enabled: enabled ? "yes" : "no",
        password: passwordHash === undefined ? "none" : "set",
        attributes: Object.keys(attributes).length === 0 ? undefined : JSON.stringify(attributes),
        groups: joined(groups),
      }),
      ...formatSection(
        "This user has no assignments.",
        ["ASSIGNED TO", "WHAT", "ID"],
        assignments.map((assignment) => [
          assignment.principal === own ? formatPrincipalKey("user", username) : assignment.principal,
          formatAssigned(assignment),
          assignment.id,
        ]),
      ),
    ],
  };
}
