import type { Group, Membership } from "@licet/engine/internal/entities.ts";
import { writeAssignment } from "@licet/engine/internal/explain/write-explanation.ts";
import { ID_PREFIXES } from "@licet/engine/internal/values/id-prefixes.ts";
import {
  EVERY_USER,
  formatPrincipalKey,
  parsePrincipalKey,
} from "@licet/engine/internal/values/principal-key.ts";
import { type Command, InvalidArgumentError } from "commander";
import type { Change } from "../../directory/change.ts";
import type { Services } from "../../services.ts";
import type { CommandContext } from "../command-context.ts";
import type { Options, Printed } from "../define-command.ts";
import { getPrincipalName } from "../format/assignment-text.ts";
import { commitDraft, createOperator, type WritingServices } from "../operator.ts";
import { option, repeatable } from "../options/make-options.ts";
import { formatAssignments, formatMembers, formatSection, joined } from "./details.ts";
import { createEntityCommands } from "./entity-commands.ts";
import { getEntity, getUser } from "./get-entity.ts";

interface NamedMember {
  readonly type: "user" | "group";
  readonly id: string;
  /** The member as the command line names it. */
  readonly text: string;
}

const MEMBER_HELP = "user:NAME or group:NAME";

export function defineGroupCommand(command: Command, context: CommandContext): void {
  command.description("List, show, create and delete groups, and change their members.");
  const group = createEntityCommands(command, context, "group");
  group.list({
    summary: "list the groups",
    description: "List the groups.",
    read: ({ storage }) => storage.state.list("group"),
    columns: () => ({ NAME: "name", DESCRIPTION: "description" }),
  });
  group.show({
    summary: "show a group, its members and what it has",
    description: "Show a group with its members, the groups that it is in, and its assignments.",
    read: showGroup,
  });
  group.create({
    summary: "create a group",
    description: "Create a group, empty or with members.",
    help: ["licet group create support --member user:alice --member group:sales"],
    argument: ["name", "<name>", "letters, digits, _ . -"],
    members: {
      description: option("--description <text>", "what it is for"),
      members: repeatable("--member <member>", MEMBER_HELP),
    },
    advice: "licet group add puts members into it",
  });
  defineMembers(group);
  group.delete({
    summary: "delete a group",
    description:
      "Delete a group. Its members stay. One with assignments, or inside another group, needs --cascade.",
  });
}

type GroupCommands = ReturnType<typeof createEntityCommands<"group">>;

function defineMembers({ defineNamed }: GroupCommands): void {
  const add = (it: Command) => it.argument("<member...>", MEMBER_HELP, parseMember);
  defineNamed("add", {
    summary: "add members to a group",
    description: "Add users or groups to a group. The other members stay.",
    help: ["licet group add support user:alice user:bob"],
    add,
    async run(services, _: Options, text: string, members: readonly NamedMember[]) {
      const done = await addMembers(services, text, members);
      return printMembers(members, done, ["added", "is now in", "was already in"]);
    },
  });
  defineNamed("remove", {
    summary: "remove members from a group",
    description: "Remove users or groups from a group. They lose what only the group gives them.",
    help: ["licet group remove support user:bob"],
    add,
    async run(services, _: Options, text: string, members: readonly NamedMember[]) {
      const done = await removeMembers(services, text, members);
      return printMembers(members, done, ["removed", "is no longer in", "was not in"]);
    },
  });
}

/** Parses the arguments of a list of members, one after the other. */
function parseMember(text: string, previous: readonly NamedMember[] = []): readonly NamedMember[] {
  const named = parsePrincipalKey(text);
  if ((named?.type !== "user" && named?.type !== "group") || named.id === "" || text === EVERY_USER)
    throw new InvalidArgumentError(`Expected ${MEMBER_HELP}.`);
  return [...previous, { type: named.type, id: named.id, text }];
}

interface ChangedMembers {
  readonly group: string;
  /** The members that were added or removed. The others were so already. */
  readonly changed: readonly string[];
  readonly revision: number;
}

async function addMembers(
  services: WritingServices,
  text: string,
  members: readonly NamedMember[],
): Promise<ChangedMembers> {
  const { name } = await getEntity(services, "group", text);
  const state = { memberships: members.map((member) => ({ group: name, member: member.text })) };
  const { summary, revision } = await createOperator(services).put({ kind: "membership", state });
  const added = members.filter((_, index) => summary[index]?.effect === "created");
  return { group: name, changed: added.map((member) => member.text), revision };
}

/** Removes all of them in one commit, or none. */
const removeMembers = (
  services: Pick<Services, "clock" | "storage">,
  text: string,
  members: readonly NamedMember[],
): Promise<ChangedMembers> =>
  commitDraft(services, async () => {
    const { name } = await getEntity(services, "group", text);
    const found = await Promise.all(members.map((member) => findMembership(services, name, member)));
    const removed = members.filter((_, index) => found[index] !== undefined);
    const changes = found.flatMap((value): Change[] =>
      value ? [{ op: "delete", kind: "membership", value }] : [],
    );
    return { group: name, changes, changed: removed.map((member) => member.text) };
  });

async function findMembership(
  services: Pick<Services, "storage">,
  group: string,
  { type, id, text }: NamedMember,
): Promise<Membership | undefined> {
  const isName = type === "user" && !id.startsWith(ID_PREFIXES.user);
  const member = isName ? formatPrincipalKey("user", (await getUser(services, id)).id) : text;
  return services.storage.state.find("membership", `${group}/${member}`);
}

const printMembers = (
  members: readonly NamedMember[],
  { group, changed, revision }: ChangedMembers,
  [key, done, unchanged]: readonly [key: string, done: string, unchanged: string],
): Printed => ({
  document: { group, [key]: changed, revision },
  lines: members.map(({ text }) => `${text} ${changed.includes(text) ? done : unchanged} ${group}`),
});

const MAX_MEMBERS = 1000;

async function showGroup(services: Pick<Services, "storage" | "users">, group: Group): Promise<Printed> {
  const { directory, permissions } = services.storage;
  const principal = formatPrincipalKey("group", group.name);
  const list = (equals: Readonly<Record<string, string>>) =>
    directory.page("membership", { limit: MAX_MEMBERS, filter: { equals } });
  const { items, next } = await list({ group: group.name });
  const named = await Promise.all(items.map(({ value }) => getPrincipalName(services, value.member)));
  const members = named.toSorted();
  const groups = (await list({ member: principal })).items.map(({ value }) => value.group);
  const { value: assignments } = await permissions.listAssignments(principal);
  return {
    document: {
      ...group,
      members,
      more_members: next !== undefined,
      groups,
      assignments: assignments.map(writeAssignment),
    },
    lines: [
      ...formatMembers({ group: group.name, description: group.description, "is in": joined(groups) }),
      ...formatSection(
        "It has no members.",
        ["MEMBER"],
        members.map((each) => [each]),
      ),
      ...(next === undefined ? [] : ["… and others"]),
      ...formatAssignments("It has no assignments.", assignments),
    ],
  };
}
