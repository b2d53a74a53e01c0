import { callApi, describeCall, type ShownCall } from "../../api/call-api.ts";
import { roleBodyFrom } from "../../components/access/role.ts";
import type { Draft, DraftRole } from "../../components/draft/draft.ts";

export type ApplyStep =
  | { readonly kind: "role"; readonly role: DraftRole }
  | { readonly kind: "assignments"; readonly given: number; readonly taken: number };

/** Plans roles first, each after the roles that it inherits; then assignments and revocations. */
export const planSteps = (draft: Draft): readonly ApplyStep[] => [
  ...inheritedFirst(draft.roles).map((role) => ({ kind: "role", role }) as const),
  ...(draft.assign.length + draft.revoke.length > 0
    ? [{ kind: "assignments", given: draft.assign.length, taken: draft.revoke.length } as const]
    : []),
];

/** Overwrites only the version that the draft is based on, or creates the role if it is new. */
const roleCall = ({ name, role, before, etag }: DraftRole) => ({
  params: { name },
  body: roleBodyFrom(role),
  ...(before ? { ifMatch: etag } : { ifNew: true }),
});

export const assignmentsCall = ({ assign, revoke }: Draft) => ({
  body: { create: assign, delete: revoke.map(({ id }) => id) },
});

export const applyRole = (role: DraftRole) => callApi("PUT /roles/{name}", roleCall(role));

/** The calls that apply the draft, in their order. */
export const describeCalls = (draft: Draft): readonly ShownCall[] =>
  planSteps(draft).map((step) =>
    step.kind === "role"
      ? describeCall("PUT /roles/{name}", roleCall(step.role))
      : describeCall("POST /assignments:batch", assignmentsCall(draft)),
  );

function inheritedFirst(roles: readonly DraftRole[]): readonly DraftRole[] {
  const ordered = new Set<DraftRole>();
  const visit = (role: DraftRole, below: readonly DraftRole[]): void => {
    // The server rejects a cycle.
    if (ordered.has(role) || below.includes(role)) return;
    for (const other of roles) if (role.role.inherits.includes(other.name)) visit(other, [...below, role]);
    ordered.add(role);
  };
  for (const role of roles) visit(role, []);
  return [...ordered];
}
