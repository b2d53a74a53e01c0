import type { Assignment, PrincipalKey } from "@licet/engine/entities.ts";
import { writeAssignment } from "@licet/engine/explain/write-explanation.ts";
import { EVERY_USER, formatPrincipalKey, principalId } from "@licet/engine/values/principal-key.ts";
import type { User } from "../../accounts/entities.ts";
import type { Services } from "../../services.ts";
import { getUser } from "../actions/get-user.ts";
import { formatAssigned } from "./assignment-text.ts";
import { formatColumns, formatTable } from "./output.ts";

export interface UserDetails {
  readonly user: User;
  /** The groups of the user, direct and nested. */
  readonly groups: readonly PrincipalKey[];
  /** The assignments of the user, of these groups and of `user:*`. */
  readonly assignments: readonly Assignment[];
}

export async function readUser(
  services: Pick<Services, "factSource" | "storage">,
  text: string,
): Promise<UserDetails> {
  const user = await getUser(services, text);
  const { permissions } = services.storage;
  const model = await services.factSource.model();
  const { value: named } = await permissions.listGroups(formatPrincipalKey("user", user.id));
  const direct = named.map((group) => formatPrincipalKey("group", group));
  const groups = [...new Set([...direct, ...direct.flatMap(model.groupsAbove)])];
  const principals: readonly PrincipalKey[] = [formatPrincipalKey("user", user.id), ...groups, EVERY_USER];
  const held = await Promise.all(principals.map((principal) => permissions.listAssignments(principal)));
  return { user, groups, assignments: held.flatMap(({ value }) => value) };
}

/** Formats the user as JSON data, without the password hash. */
export const describeUser = ({ passwordHash, ...user }: User) => ({
  ...user,
  has_password: passwordHash !== undefined,
});

export const describeUserDetails = ({ user, groups, assignments }: UserDetails) => ({
  ...describeUser(user),
  groups: groups.map(principalId),
  assignments: assignments.map(writeAssignment),
});

/** Formats the user as lines of text. */
export function formatUserDetails({ user, groups, assignments }: UserDetails): readonly string[] {
  const { id, username, name, email, enabled, passwordHash, attributes } = user;
  const own = formatPrincipalKey("user", id);
  return [
    ...formatColumns([
      ["username", username],
      ["id", id],
      ...(name === undefined ? [] : [["name", name]]),
      ...(email === undefined ? [] : [["email", email]]),
      ["enabled", enabled ? "yes" : "no"],
      ["password", passwordHash === undefined ? "none" : "set"],
      ...(Object.keys(attributes).length === 0 ? [] : [["attributes", JSON.stringify(attributes)]]),
      ...(groups.length === 0 ? [] : [["groups", groups.map(principalId).join(", ")]]),
    ]),
    "",
    ...(assignments.length === 0
      ? ["This user has no assignments."]
      : formatTable(
          ["ASSIGNED TO", "WHAT", "ID"],
          assignments.map((assignment) => [
            assignment.principal === own ? formatPrincipalKey("user", username) : assignment.principal,
            formatAssigned(assignment),
            assignment.id,
          ]),
        )),
  ];
}
