import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { ID } from "./values.ts";

/** Examples of questions and answers, by component. */

const SUBJECT = formatPrincipalKey("user", ID.user);
const path = {
  principals: [SUBJECT],
  assignment: { id: ID.assignment, principal: SUBJECT, role: "clerk" },
  instances: [],
  permission: "orders:read",
  roles: ["clerk", "viewer"],
  grant: "orders:read",
  conditions: [],
};
const question = { subject: "user:alice", permission: "orders:read", resource: "orders/42" };
const assignment = { principal: "user:bob", permission: "orders:write" };

export const CHECK_EXAMPLES = {
  CheckRequest: { ...question, context: { ip: "192.0.2.7" } },
  CheckResult: { allowed: true, revision: 42 },
  CheckBatch: {
    defaults: { subject: "user:alice" },
    checks: [{ permission: "orders:read" }, { permission: "orders:write", resource: "orders/42" }],
  },
  SnapshotLine: { kind: "user", id: ID.user, enabled: true },
  CheckBatchResult: { results: [{ allowed: true }, { allowed: false }], revision: 42 },
  Explanation: { allowed: true, via: path, revision: 42 },
  SubjectPermissionsRequest: { subject: "user:alice", resource: "orders", limit: 100 },
  HeldPermission: { permission: "orders:read" },
  PermittedResourcesRequest: { subject: "user:alice", permission: "orders:read" },
  PermittedResourcePage: { items: [{ type: "orders", id: "42" }], all: false, revision: 42 },
  PermittedSubjectsRequest: { permission: "orders:read", resource: "orders/42", type: "user" },
  PermittedSubject: { type: "user", id: ID.user, username: "alice", name: "Alice" },
  ScopeRequest: { client_id: "reports", scope: "orders:read orders:write" },
  ResolvedScopes: {
    issued: true,
    scope: "orders:read",
    scope_rejected: "orders:write",
    granted: [{ scope: "orders:read", asked: "orders:read" }],
    refused: [
      {
        scope: "orders:write",
        asked: "orders:write",
        reason: "not_granted",
        near_misses: [],
        suggestions: [
          {
            text: "assign it: orders:write to application:reports",
            kind: "assign_permission",
            change: { assignments: [{ principal: "application:reports", permission: "orders:write" }] },
          },
        ],
      },
    ],
    resources: ["https://orders.example.test"],
    revision: 42,
  },
  SimulationRequest: { state: { assignments: [assignment] }, checks: [question] },
  Simulation: {
    changes: [{ op: "put", kind: "assignment", id: ID.assignment }],
    subjects: [{ subject: SUBJECT, gains: [{ permission: "orders:write" }], losses: [] }],
    truncated: false,
    checks: [{ before: { allowed: false }, after: { allowed: true } }],
    revision: 42,
  },
  ChangeSetPage: {
    changes: [
      {
        revision: 42,
        at: "2026-11-16T17:05:00.123Z",
        actor: "application:admin",
        changes: [{ op: "put", kind: "role", id: "clerk" }],
      },
    ],
    next: 42,
    revision: 42,
  },
  Revocation: { kind: "delegation", id: "dlg_5f0c1s7mzq2v8k3x9w4t6b1n", until: 1_800_000_660 },
  RevocationPage: {
    revocations: [
      { kind: "delegation", id: "dlg_5f0c1s7mzq2v8k3x9w4t6b1n", until: 1_800_000_660 },
      { kind: "subject", id: "reports", issued_before: 1_800_000_003, until: 1_800_086_463 },
    ],
    next: "42.q3mXz8_A",
    more: false,
  },
  ConditionRequest: { condition: 'subject.attributes.department == "sales"' },
  CheckedCondition: { valid: true, reads: ["subject.attributes.department"] },
};
