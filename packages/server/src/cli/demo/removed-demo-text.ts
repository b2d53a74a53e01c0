import type { Assignment, Membership, PrincipalKey } from "@licet/engine/internal/entities.ts";
import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import type { User } from "../../accounts/entities.ts";
import type { Entities, EntityKind } from "../../directory/change.ts";
import { ADMINISTRATOR_ROLE } from "../../directory/own-names.ts";
import type { Services } from "../../services.ts";
import { formatAssigned, getPrincipalName } from "../format/assignment-text.ts";
import type { WriteCommand } from "../typed-command.ts";
import type { ReasonToKeep, RemovedDemo } from "./remove-demo.ts";

/** Formats the result as JSON data. */
export const describeRemoved = ({ loaded, removed, kept, ended, revision }: RemovedDemo) => ({
  loaded,
  removed: removed.map(({ kind, id }) => ({ kind, id })),
  kept: kept.map(({ kind, id, why }) => ({
    kind,
    id,
    reason: why.reason,
    ...(why.reason === "needed" && { needed_by: why.neededBy }),
    ...(why.reason === "own" && { made_by: why.madeBy }),
  })),
  ended: [
    ...ended.secrets.map(({ owner, id }) => ({ kind: "secret", id, owner })),
    ...ended.users.map(({ id, username }) => ({ kind: "password", id, username })),
  ],
  revision,
});

/** Lists the deleted entities, the kept entities with the reason, and the credentials that ended. */
export async function formatRemoved(
  services: Pick<Services, "storage" | "users">,
  { loaded, removed, kept, ended }: RemovedDemo,
  writeCommand: WriteCommand,
): Promise<readonly string[]> {
  const name = createNameEntity(services, removed);
  const lines: string[] = loaded ? [] : [NEVER_LOADED];
  for (const { kind, value } of removed) lines.push(`- ${await name(kind, value)}`);
  for (const { kind, value, why } of kept)
    lines.push(`= ${await name(kind, value)} stays: ${await formatReason(services, name, why)}`);
  for (const { owner } of ended.secrets)
    lines.push(
      `~ ${owner}: its published secret has ended; ${writeCommand("secret", "rotate", owner)} makes a new one`,
    );
  for (const { username } of ended.users)
    lines.push(
      `~ user ${username}: the published password has ended; ${writeCommand("user", "password", username)} sets another`,
    );
  if (lines.length === 0) return ["There is nothing of the demo here, and no published credential."];
  return removed.some(isAdministration)
    ? [
        ...lines,
        "",
        `The demo's administrators are gone; ${writeCommand("admin", "create", "--username", "admin")} makes one of your own.`,
      ]
    : lines;
}

const NEVER_LOADED =
  "The demo was never loaded here, as far as the audit log goes back; nothing was deleted. Published credentials end all the same.";

async function formatReason(
  { storage: { state } }: Pick<Services, "storage">,
  name: NameEntity,
  why: ReasonToKeep,
): Promise<string> {
  switch (why.reason) {
    case "changed":
      return "it is not as the demo made it";
    case "own":
      return `the audit log says that ${why.madeBy} made it`;
    case "unknown":
      return "the audit log does not say who made it";
    case "needed": {
      const { kind, id } = why.neededBy;
      const needing = await state.find(kind, id);
      return `${needing ? await name(kind, needing) : `${kind} ${id}`} needs it`;
    }
  }
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
