import type { Assignment, Membership, PrincipalKey } from "@licet/engine/entities.ts";
import { formatPrincipalKey } from "@licet/engine/values/principal-key.ts";
import type { User } from "../../accounts/entities.ts";
import type { Services } from "../../services.ts";
import type { Entities, EntityKind } from "../../state/change.ts";
import { ADMINISTRATOR_ROLE } from "../../state/own-names.ts";
import type { RemovedDemo } from "../demo/remove-demo.ts";
import type { WriteCommand } from "../typed-command.ts";
import { formatAssigned, getPrincipalName } from "./assignment-text.ts";

/** Formats the result as JSON data. */
export const describeRemoved = ({ removed, kept, unknown, ended, revision }: RemovedDemo) => ({
  removed: removed.map(({ kind, id }) => ({ kind, id })),
  kept: kept.map(({ kind, id, neededBy, madeBy }) => ({
    kind,
    id,
    reason: neededBy ? "needed" : madeBy === undefined ? "changed" : "own",
    ...(neededBy && { needed_by: neededBy }),
    ...(madeBy !== undefined && { made_by: madeBy }),
  })),
  unknown: unknown.map(({ kind, id }) => ({ kind, id })),
  ended: [
    ...ended.secrets.map(({ owner, id }) => ({ kind: "secret", id, owner })),
    ...ended.users.map(({ id, username }) => ({ kind: "password", id, username })),
  ],
  revision,
});

/** Lists the deleted entities, the kept entities with the reason, and the credentials that ended. */
export async function formatRemoved(
  services: Pick<Services, "storage" | "users">,
  { removed, kept, unknown, ended }: RemovedDemo,
  writeCommand: WriteCommand,
): Promise<readonly string[]> {
  const name = createNameEntity(services, removed);
  const lines: string[] = [];
  for (const { kind, value } of removed) lines.push(`- ${await name(kind, value)}`);
  for (const { kind, value, neededBy, madeBy } of kept) {
    const needing = neededBy && (await services.storage.state.find(neededBy.kind, neededBy.id));
    const reason = needing
      ? `${await name(neededBy.kind, needing)} needs it`
      : madeBy === undefined
        ? "it is not as the demo made it"
        : `the audit log says that ${madeBy} made it`;
    lines.push(`= ${await name(kind, value)} stays: ${reason}`);
  }
  for (const { owner } of ended.secrets)
    lines.push(
      `~ ${owner}: its published secret has ended; ${writeCommand("secret", "rotate", owner)} makes a new one`,
    );
  for (const { username } of ended.users)
    lines.push(
      `~ user ${username}: the published password has ended; ${writeCommand("user", "password", username)} sets another`,
    );
  if (unknown.length > 0)
    lines.push(
      "",
      `The audit log no longer says who made ${unknown.length} of the deleted assignments and memberships. They equal the demo's; create those again that were your own.`,
    );
  if (lines.length === 0) return ["There is nothing of the demo here, and no published credential."];
  return removed.some(isAdministration)
    ? [
        ...lines,
        "",
        `The demo's administrators are gone; ${writeCommand("admin", "create")} makes one of your own.`,
      ]
    : lines;
}

const isAdministration = ({ kind, value }: RemovedDemo["removed"][number]): boolean =>
  kind === "assignment" && (value as Assignment).role === ADMINISTRATOR_ROLE;

type NameEntity = (kind: EntityKind, value: Entities[EntityKind]) => Promise<string>;

/** Gives the name of an entity. A deleted user keeps the username in this text. */
function createNameEntity(services: Pick<Services, "users">, removed: RemovedDemo["removed"]): NameEntity {
  const removedUsers = new Map<string, string>(
    removed.flatMap(({ kind, id, value }): [string, string][] =>
      kind === "user"
        ? [[formatPrincipalKey("user", id), formatPrincipalKey("user", (value as User).username)]]
        : [],
    ),
  );
  const getName = async (principal: PrincipalKey) =>
    removedUsers.get(principal) ?? (await getPrincipalName(services, principal));
  return async (kind, value) => {
    if (kind === "assignment") {
      const assignment = value as Assignment;
      return `assignment ${await getName(assignment.principal)} ${formatAssigned(assignment)}`;
    }
    if (kind === "membership") {
      const { group, member } = value as Membership;
      return `membership ${group}/${await getName(member)}`;
    }
    return `${kind.replace("_", " ")} ${plainName(value)}`;
  };
}

function plainName(value: Entities[EntityKind]): string {
  if ("username" in value) return value.username;
  if ("accessKey" in value) return value.accessKey;
  if ("resource" in value) return `${value.resource}/${value.id}`;
  // An application has an id and a name; commands take the id.
  if ("id" in value) return value.id;
  return "name" in value ? value.name : "";
}
