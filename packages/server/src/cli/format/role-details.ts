import type { Assignment, Grant, PrincipalKey, Role } from "@licet/engine/entities.ts";
import { writeAssignment } from "@licet/engine/explain/write-explanation.ts";
import type { RoleGrant } from "@licet/engine/model.ts";
import { InvalidInputError } from "../../core/errors.ts";
import { didYouMean } from "../../input/did-you-mean.ts";
import type { Services } from "../../services.ts";
import { getPrincipalName } from "./assignment-text.ts";
import { formatColumns, formatTable } from "./output.ts";
import { writeSeconds } from "./times.ts";

export interface RoleDetails {
  readonly role: Role;
  /** All permissions of the role, inherited ones included. */
  readonly gives: readonly { readonly permission: string; readonly by: RoleGrant }[];
  readonly holders: readonly { readonly name: PrincipalKey; readonly assignment: Assignment }[];
  /** The role has more holders than the list shows. */
  readonly more: boolean;
}

const MAX_HOLDERS = 100;

export async function getRole({ storage }: Pick<Services, "storage">, name: string): Promise<Role> {
  const role = await storage.state.find("role", name);
  if (role) return role;
  const names = (await storage.state.list("role")).map((each) => each.name);
  throw new InvalidInputError(
    `there is no role ${name}${didYouMean(name, names) || "; licet role list shows them"}`,
  );
}

export async function readRole(
  services: Pick<Services, "factSource" | "storage" | "users">,
  name: string,
): Promise<RoleDetails> {
  const role = await getRole(services, name);
  const model = await services.factSource.model();
  const gives = [...model.permissions.values()].flatMap((permission) =>
    (model.grantsOf(permission).get(name) ?? []).map((by) => ({ permission: permission.name, by })),
  );
  const { items, next } = await services.storage.directory.page("assignment", {
    limit: MAX_HOLDERS,
    filter: { equals: { role: name } },
  });
  const holders = await Promise.all(
    items.map(async ({ value }) => ({
      name: await getPrincipalName(services, value.principal),
      assignment: value,
    })),
  );
  return { role, gives, holders, more: next !== undefined };
}

/** Formats the role as JSON data. */
export function describeRole({ role, gives, holders, more }: RoleDetails) {
  return {
    ...role,
    permissions: gives.map(({ permission, by: { roles, condition } }) => ({
      permission,
      roles,
      ...(condition && { when: condition.source }),
    })),
    assignments: holders.map(({ assignment }) => writeAssignment(assignment)),
    more_assignments: more,
  };
}

/** Formats the role as lines of text. */
export function formatRole({ role, gives, holders, more }: RoleDetails): readonly string[] {
  return [
    ...formatColumns([
      ["role", role.name],
      ...(role.description === undefined ? [] : [["description", role.description]]),
      ...(role.inherits.length === 0 ? [] : [["inherits", role.inherits.join(", ")]]),
    ]),
    "",
    ...(gives.length === 0 ? ["It has no permissions."] : formatGiven(gives)),
    "",
    ...(holders.length === 0 ? ["No principal has it."] : formatHolders(holders)),
    ...(more ? ["… and others"] : []),
  ];
}

const formatGiven = (gives: RoleDetails["gives"]): readonly string[] =>
  formatTable(
    ["PERMISSION", "THROUGH", "WHEN"],
    gives.map(({ permission, by: { roles, condition } }) => [
      permission,
      roles.length > 1 ? roles.join(" > ") : "",
      condition?.source ?? "",
    ]),
  );

const formatHolders = (holders: RoleDetails["holders"]): readonly string[] =>
  formatTable(
    ["ASSIGNED TO", "AT", "UNTIL", "WHEN"],
    holders.map(({ name, assignment: { at, expiresAt, when } }) => [
      name,
      at ?? "",
      expiresAt === undefined ? "" : writeSeconds(expiresAt),
      when ?? "",
    ]),
  );

export const formatGrant = ({ permission, when }: Grant): string =>
  when === undefined ? permission : `${permission} when ${when}`;
