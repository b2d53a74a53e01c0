import type { Assignment } from "../access/assignment.ts";
import type { GrantInput, RoleInput } from "../access/role.ts";
import type { Draft, DraftCheck, DraftRemoval, DraftRole } from "./draft.ts";

/** Parses a draft from an address or a store; it omits malformed parts. */
export function parseDraft(value: unknown): Draft {
  const known = asObject(value);
  return {
    roles: listOf(known.roles, parseRole),
    assign: listOf(known.assign, parseAssignment),
    revoke: listOf(known.revoke, parseRemoval),
    checks: listOf(known.checks, parseCheck),
  };
}

type Unknown = Readonly<Record<string, unknown>>;

const asObject = (value: unknown): Unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Unknown) : {};
const asText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

const listOf = <T>(value: unknown, read: (known: Unknown) => T | undefined): readonly T[] =>
  Array.isArray(value)
    ? value.map((each) => read(asObject(each))).filter((each): each is T & {} => each !== undefined)
    : [];

function parseRole({ name, role, before, etag }: Unknown): DraftRole | undefined {
  if (typeof name !== "string") return undefined;
  return {
    name,
    role: parseRoleInput(asObject(role)),
    ...(before !== undefined && { before: parseRoleInput(asObject(before)) }),
    ...(typeof etag === "string" && { etag }),
  };
}

const parseRoleInput = ({ description, inherits, grants }: Unknown): RoleInput => ({
  description: asText(description) ?? "",
  inherits: Array.isArray(inherits) ? inherits.filter((name) => typeof name === "string") : [],
  grants: listOf(grants, parseGrant),
});

const parseGrant = ({ permission, when }: Unknown): GrantInput | undefined =>
  typeof permission === "string" ? { permission, when: asText(when) ?? "" } : undefined;

function parseAssignment(known: Unknown): Assignment | undefined {
  const { principal } = known;
  if (typeof principal !== "string") return undefined;
  const rest = ["role", "permission", "at", "when", "expires_at"].map((name) => [name, known[name]] as const);
  return { principal, ...Object.fromEntries(rest.filter(([, value]) => typeof value === "string")) };
}

function parseRemoval(known: Unknown): DraftRemoval | undefined {
  const assignment = parseAssignment(known);
  return assignment && typeof known.id === "string" ? { ...assignment, id: known.id } : undefined;
}

function parseCheck({ subject, permission, resource }: Unknown): DraftCheck | undefined {
  if (typeof subject !== "string" || typeof permission !== "string") return undefined;
  return { subject, permission, ...(typeof resource === "string" && { resource }) };
}
