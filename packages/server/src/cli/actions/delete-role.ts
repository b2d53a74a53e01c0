import type { Role } from "@licet/engine/entities.ts";
import { ConflictError, InvalidInputError } from "../../core/errors.ts";
import { InUseError } from "../../management/errors.ts";
import { planDeletion } from "../../management/plan-deletion.ts";
import type { Services } from "../../services.ts";
import type { Change } from "../../state/change.ts";
import { ADMINISTRATOR_ROLE } from "../../state/own-names.ts";
import { formatAssigned, getPrincipalName } from "../format/assignment-text.ts";
import { getRole } from "../format/role-details.ts";
import { commitDraft } from "./commit-draft.ts";

export interface DeletedRole {
  /** The principals that lose the role. */
  readonly lost: readonly string[];
  /** The roles that inherited the deleted role. */
  readonly edited: readonly string[];
  readonly revision: number;
}

export async function deleteRole(
  services: Pick<Services, "clock" | "storage" | "users">,
  name: string,
  cascade: boolean,
): Promise<DeletedRole> {
  if (name === ADMINISTRATOR_ROLE) throw new InvalidInputError(`${name} is Licet's own role and stays`);
  const { changes, revision } = await commitDraft(services, async () => {
    const role = await getRole(services, name);
    return { changes: await planRoleDeletion(services, role, cascade) };
  });
  const lost = changes.flatMap((change) => (change.kind === "assignment" ? [change.value.principal] : []));
  return {
    lost: await Promise.all([...new Set(lost)].map((principal) => getPrincipalName(services, principal))),
    edited: changes.flatMap((change) =>
      change.op === "put" && change.kind === "role" ? [change.value.name] : [],
    ),
    revision,
  };
}

async function planRoleDeletion(
  services: Pick<Services, "storage" | "users">,
  role: Role,
  cascade: boolean,
): Promise<readonly Change[]> {
  const { state: store, directory } = services.storage;
  try {
    return await planDeletion({ store, directory }, { op: "delete", kind: "role", value: role }, cascade);
  } catch (error) {
    if (!(error instanceof InUseError)) throw error;
    const users = await Promise.all(
      error.usedBy.slice(0, MAX_SHOWN).map((use) => describeUse(services, use)),
    );
    const more = error.usedBy.length > MAX_SHOWN ? ["  … and others"] : [];
    throw new ConflictError(
      [`the role ${role.name} is in use; --cascade would take it from`, ...users, ...more].join("\n"),
      { cause: error },
    );
  }
}

const MAX_SHOWN = 10;

async function describeUse(
  services: Pick<Services, "storage" | "users">,
  { kind, id }: InUseError["usedBy"][number],
): Promise<string> {
  const assignment = kind === "assignment" ? await services.storage.state.find("assignment", id) : undefined;
  if (!assignment) return `  ${kind} ${id}`;
  return `  ${await getPrincipalName(services, assignment.principal)}, who has ${formatAssigned(assignment)}`;
}
