import type { Grant, Role } from "@licet/engine/internal/entities.ts";
import { writeAssignment } from "@licet/engine/internal/explain/write-explanation.ts";
import type { Command } from "commander";
import { readAllByName } from "../../directory/write/read-all.ts";
import type { Services } from "../../services.ts";
import type { CommandContext } from "../command-context.ts";
import type { Printed } from "../define-command.ts";
import { formatAssigned, getPrincipalName } from "../format/assignment-text.ts";
import { writeSeconds } from "../format/times.ts";
import { option, repeatable } from "../options/make-options.ts";
import type { DeletionTexts } from "./delete-entity.ts";
import { formatMembers, formatSection, joined } from "./details.ts";
import { createEntityCommands } from "./entity-commands.ts";

export function defineRoleCommand(command: Command, context: CommandContext): void {
  command.description("List, show, create and delete roles: permissions that are given together.");
  const role = createEntityCommands(command, context, "role");
  role.list({
    summary: "list the roles",
    description: "List the roles with what they inherit and grant themselves.",
    read: ({ storage }) => readAllByName(storage.directory, "role"),
    columns: () => ({
      NAME: "name",
      INHERITS: "inherits",
      GRANTS: ({ grants }) => grants.map(formatGrant).join(", "),
      DESCRIPTION: "description",
    }),
  });
  role.show({
    summary: "show a role and who has it",
    description: "Show what a role gives, by itself and by what it inherits, and who has it.",
    read: showRole,
  });
  role.create({
    summary: "create a role",
    description: "Create a role. To change one later, name it in a file and licet apply that.",
    help: [
      "licet role create viewer --grant orders:read --grant stock:read",
      `licet role create clerk --inherit viewer --grant 'orders:refund when subject.attributes.department == "sales"'`,
    ],
    argument: ["name", "<name>", "letters, digits, _ . -"],
    members: {
      grants: option(
        "--grant <permission>",
        "a permission, or 'PERMISSION when CONDITION'; may be repeated",
        parseGrants,
      ),
      inherits: repeatable("--inherit <role>", "a role whose permissions it has as well"),
      description: option("--description <text>", "what it is for"),
    },
    advice: "change it with licet apply",
  });
  role.delete({
    summary: "delete a role",
    description: "Delete a role that is not assigned and that no other role inherits.",
    cascade: "delete its assignments as well, and take it from roles that inherit it",
    words: DELETION,
  });
}

/** `orders:read`, or `orders:refund when subject.…`, one option after the other. Names of permissions have no spaces. */
function parseGrants(text: string, previous: readonly Grant[] = []): readonly Grant[] {
  const [permission = "", when] = text.split(/\s+when\s+(.*)/s);
  return [...previous, when === undefined ? { permission } : { permission, when }];
}

const formatGrant = ({ permission, when }: Grant): string =>
  when === undefined ? permission : `${permission} when ${when}`;

const DELETION: DeletionTexts = {
  inUse: "would take it from",
  more: () => "… and others",
  assignment: (assignment, principal) => `${principal}, who has ${formatAssigned(assignment)}`,
  print(dependants) {
    const lost = [...new Set(dependants.flatMap(({ principal }) => principal ?? []))];
    const edited = dependants.flatMap(({ use }) => (use.kind === "role" ? [use.id] : []));
    return {
      document: { taken_from: lost, no_longer_inherited_by: edited },
      lines: [
        ...lost.map((principal) => `${principal} no longer has it`),
        ...edited.map((role) => `the role ${role} no longer inherits it`),
      ],
    };
  },
};

const MAX_HOLDERS = 100;

async function showRole(
  services: Pick<Services, "factSource" | "storage" | "users">,
  role: Role,
): Promise<Printed> {
  const model = await services.factSource.model();
  // All permissions of the role, inherited ones included.
  const given = [...model.permissions.values()].flatMap((permission) =>
    (model.grantsOf(permission).get(role.name) ?? []).map((by) => ({ ...by, permission: permission.name })),
  );
  const { items, next } = await services.storage.directory.page("assignment", {
    limit: MAX_HOLDERS,
    filter: { equals: { role: role.name } },
  });
  const holders = await Promise.all(
    items.map(async ({ value: { principal, at = "", expiresAt, when = "" } }) => [
      await getPrincipalName(services, principal),
      at,
      expiresAt === undefined ? "" : writeSeconds(expiresAt),
      when,
    ]),
  );
  return {
    document: {
      ...role,
      permissions: given.map(({ permission, roles, condition }) => ({
        permission,
        roles,
        ...(condition && { when: condition.source }),
      })),
      assignments: items.map(({ value }) => writeAssignment(value)),
      more_assignments: next !== undefined,
    },
    lines: [
      ...formatMembers({ role: role.name, description: role.description, inherits: joined(role.inherits) }),
      ...formatSection(
        "It has no permissions.",
        ["PERMISSION", "THROUGH", "WHEN"],
        given.map(({ permission, roles, condition }) => [
          permission,
          roles.length > 1 ? roles.join(" > ") : "",
          condition?.source ?? "",
        ]),
      ),
      ...formatSection("No principal has it.", ["ASSIGNED TO", "AT", "UNTIL", "WHEN"], holders),
      ...(next === undefined ? [] : ["… and others"]),
    ],
  };
}
