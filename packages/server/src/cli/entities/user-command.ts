import type { PrincipalKey } from "@licet/engine/internal/entities.ts";
import { writeAssignment } from "@licet/engine/internal/explain/write-explanation.ts";
import { EVERY_USER, formatPrincipalKey, principalId } from "@licet/engine/internal/values/principal-key.ts";
import type { Command } from "commander";
import type { User } from "../../accounts/entities.ts";
import type { Services } from "../../services.ts";
import type { CommandContext } from "../command-context.ts";
import { defineCommand, type Options, type Printed } from "../define-command.ts";
import { formatAssigned } from "../format/assignment-text.ts";
import { formatColumns, formatRows } from "../format/output.ts";
import type { WritingServices } from "../operator.ts";
import { given, option, repeatable } from "../options/make-options.ts";
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
import { formatMembers, formatSection, joined } from "./details.ts";
import { changeEntity, createEntity, createEntityCommands } from "./entity-commands.ts";
import { getUser } from "./get-entity.ts";

interface ListOptions extends Options {
  readonly search?: string;
  readonly limit: number;
}

interface CreateOptions extends Options, PasswordOptions {
  readonly group: readonly string[];
}

export function defineUserCommand(command: Command, context: CommandContext): void {
  command.description("List, show, create, disable, enable and unlock users, and set their passwords.");
  const user = createEntityCommands(command, context, "user");
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
  user.show({
    summary: "show a user, with groups and what was given",
    description: "Show a user, the groups the user is in, and what was given to any of them.",
    read: showUser,
  });
  user.create({
    summary: "create a user",
    description: "Create a user. Without a password, the user cannot sign in yet.",
    help: [
      "licet user create alice --email alice@example.test --generate-password",
      `licet user create bob --attributes '{"department": "sales"}' --group support --password-stdin < password.txt`,
    ],
    argument: ["username", "<username>", "the name to sign in with"],
    members: {
      email: option("--email <address>", "an email address"),
      name: option("--name <name>", "a display name"),
      attributes: option("--attributes <json>", "what conditions see as subject.attributes", parseObject),
    },
    add: (it) => addPasswordOptions(it.addOption(repeatable("--group <group>", "a group to be in"))),
    async run(services, entry, options: CreateOptions) {
      const chosen = await readPassword(context.terminal, options);
      const username = String(entry.username);
      const wanted = given({ ...entry, username, password: chosen?.password });
      const { id, notes } = await createUser(services, wanted, options.group);
      return printUser({ username, id }, chosen, notes);
    },
  });
  user.switches({
    disable: {
      summary: "lock a user out",
      description: "Lock a user out at once: no tokens, and every check is denied. Nothing is deleted.",
    },
    enable: {
      summary: "let a user in again",
      description: "Let a user in again who was disabled. What was given to the user is still there.",
    },
  });
  defineUnlock(user);
  definePassword(user, context);
}

type UserCommands = ReturnType<typeof createEntityCommands<"user">>;

/** `entry` is the user as an entry of a configuration file. */
export function createUser(
  services: WritingServices,
  entry: { readonly username: string; readonly password?: string },
  groups: readonly string[] = [],
) {
  const { username } = entry;
  const member = formatPrincipalKey("user", username);
  return createEntity(services, "user", {
    state: { users: [entry], memberships: groups.map((group) => ({ group, member })) },
    find: () => services.storage.state.findUserByUsername(username),
    exists: () => `the user ${username} exists already`,
  });
}

function definePassword({ defineNamed }: UserCommands, { terminal }: CommandContext): void {
  defineNamed("password", {
    summary: "set a new password",
    description: "Set a new password: one from standard input, or one that is generated and printed once.",
    help: ["licet user password alice", "licet user password alice --password-stdin < password.txt"],
    add: addPasswordStdinOption,
    async run(services, options: Options & PasswordOptions, text: string) {
      const chosen = (await readPassword(terminal, options)) ?? generatePassword();
      const { before } = await changeEntity(services, "user", text, () => ({ password: chosen.password }));
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

function defineUnlock({ defineNamed }: UserCommands): void {
  defineNamed("unlock", {
    summary: "let a user try again after wrong passwords",
    description:
      "Forget the wrong passwords for a user, so that the user can sign in at once. A disabled user stays disabled.",
    help: ["licet user unlock alice"],
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
  return {
    document: { users, more: next !== undefined },
    lines: formatRows(users, {
      USERNAME: "username",
      ID: "id",
      NAME: "name",
      EMAIL: "email",
      ENABLED: "enabled",
      PASSWORD: ({ has_password }) => (has_password ? "set" : ""),
    }),
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
