import type { Assignment, PrincipalKey } from "@licet/engine/internal/entities.ts";
import type { DescribedIssue } from "@licet/engine/internal/values/input-issue.ts";
import { isPrincipalOf, principalId } from "@licet/engine/internal/values/principal-key.ts";
import { isExpired } from "@licet/engine/internal/values/time.ts";
import { hashAssignment } from "../hash-assignment.ts";
import { type EntryOfKind, KINDS } from "../kinds/kinds.ts";
import { repeated } from "./issues.ts";
import type { Catalogue } from "./plan-catalogue.ts";
import type { RoleNames } from "./plan-roles.ts";
import type { Planning } from "./planning.ts";
import { type KnownPrincipals, type Resolved, resolvePrincipal } from "./resolve-principal.ts";

export async function planAssignments(
  planning: Planning,
  catalogue: Catalogue,
  roles: RoleNames,
  principals: KnownPrincipals,
): Promise<void> {
  const wanted: { index: number; entry: EntryOfKind<"assignment">; assignment: Assignment }[] = [];
  const { findRoleIssue, resolve } = await resolveOnce(planning, roles, principals);
  for (const [index, entry] of planning.content.assignments.entries()) {
    checkEntry(planning, catalogue, findRoleIssue, index, entry);
    const principal = resolve(entry.principal);
    if ("issue" in principal) {
      planning.report(["assignments", index, "principal"], principal.issue);
      continue;
    }
    if (isSkipped(principals, principal.key)) {
      const message = "has expired and was not created; nothing is assigned to it";
      planning.warn(["assignments", index, "principal"], message);
      continue;
    }
    wanted.push({ index, entry, assignment: toAssignment(entry, principal.key) });
  }
  await planning.stored.load(
    "assignment",
    wanted.map(({ assignment }) => assignment.id),
  );
  const planned = new Map<string, number>();
  const created: { index: number; assignment: Assignment }[] = [];
  for (const { index, entry, assignment } of wanted) {
    const first = planned.get(assignment.id);
    if (first !== undefined)
      planning.report(["assignments", index], repeated(`repeats entry [${first}]`, first));
    planned.set(assignment.id, index);
    const stored = await planning.stored.find("assignment", assignment.id);
    if (stored === undefined) created.push({ index, assignment });
    planning.stage("assignment", describe(entry), assignment, stored);
  }
  if (planning.hasReader) await warnOfRemainingAssignments(planning, created, planned);
}

/** Many assignments name the same few roles, and a principal has several: each is looked for once. */
async function resolveOnce(planning: Planning, roles: RoleNames, known: KnownPrincipals) {
  const roleIssues = new Map<string, DescribedIssue | undefined>();
  const resolved = new Map<string, Resolved>();
  for (const { principal, role } of planning.content.assignments) {
    if (role !== undefined && !roleIssues.has(role)) roleIssues.set(role, await roles.findIssue(role));
    if (!resolved.has(principal)) resolved.set(principal, await resolvePrincipal(planning, known, principal));
  }
  return {
    findRoleIssue: (role: string) => roleIssues.get(role),
    resolve: (principal: string) => resolved.get(principal) as Resolved,
  };
}

const isSkipped = ({ clients }: KnownPrincipals, principal: PrincipalKey): boolean =>
  isPrincipalOf("access_account", principal) &&
  clients.accessAccounts.get(principalId(principal))?.isSkipped === true;

function checkEntry(
  planning: Planning,
  catalogue: Catalogue,
  findRoleIssue: (role: string) => DescribedIssue | undefined,
  index: number,
  { role, permission, at, when, expires_at }: EntryOfKind<"assignment">,
): void {
  const check = (key: string, issue: DescribedIssue | undefined) => {
    if (issue !== undefined) planning.report(["assignments", index, key], issue);
  };
  if (role !== undefined) check("role", findRoleIssue(role));
  if (permission !== undefined) check("permission", catalogue.findIssue(permission));
  if (at !== undefined) check("at", catalogue.findResourceIssue(at.slice(0, at.indexOf("/"))));
  planning.checkCondition(["assignments", index, "when"], when);
  if (at !== undefined && permission !== undefined && !permission.includes(":")) {
    planning.warn(["assignments", index, "at"], `has no effect: ${permission} belongs to no resource`);
  }
  if (isExpired(expires_at, planning.now))
    planning.warn(["assignments", index, "expires_at"], "is in the past");
}

function toAssignment(entry: EntryOfKind<"assignment">, principal: PrincipalKey): Assignment {
  const assignment = KINDS.assignment.fromEntry(entry, { principal });
  return { ...assignment, id: hashAssignment(assignment) };
}

/**
 * A changed condition makes a new assignment, and the file does not remove the old one. The author who restricted a
 * condition gets a warning that the wider assignment still holds.
 */
async function warnOfRemainingAssignments(
  planning: Planning,
  created: readonly { index: number; assignment: Assignment }[],
  inFile: ReadonlyMap<string, number>,
): Promise<void> {
  if (created.length === 0) return;
  const what = ({ principal, role, permission, at }: Assignment) =>
    JSON.stringify([principal, role, permission, at]);
  const principals = new Set(created.map(({ assignment }) => assignment.principal));
  const assigned = await planning.stored.listAssignmentsOf([...principals]);
  const older = assigned.filter(({ id }) => !inFile.has(id));
  const olderByGrant = Map.groupBy(older, what);
  for (const { index, assignment } of created) {
    for (const { id, when } of olderByGrant.get(what(assignment)) ?? []) {
      const condition = when === undefined ? "without condition" : "with another condition";
      planning.warn(
        ["assignments", index],
        `the same is still assigned ${condition} by ${id}; delete that one if it should not hold`,
      );
    }
  }
}

const describe = ({ principal, role, permission, at }: EntryOfKind<"assignment">): string =>
  `${principal} ${role ?? permission}${at === undefined ? "" : ` at ${at}`}`;
