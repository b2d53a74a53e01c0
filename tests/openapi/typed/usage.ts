/**
 * Code with the types that openapi-typescript makes of the document. Compiled by tools.test.ts with TypeScript 5,
 * beside the types; nothing of it runs.
 */

import type { components, operations, paths } from "./licet.ts";

type Schemas = components["schemas"];
type Body<Name extends keyof operations> = operations[Name] extends {
  requestBody: { content: { "application/json": infer Json } };
}
  ? Json
  : never;
type Good<Name extends keyof operations, Status extends number> = operations[Name] extends {
  responses: { [status in Status]: { content: { "application/json": infer Json } } };
}
  ? Json
  : never;

export const question: Body<"check"> = { subject: "user:alice", permission: "orders:read" };
export const longQuestion: Body<"check"> = {
  subject: { type: "user", id: "alice", attributes: { department: "sales" } },
  permission: "orders:read",
  resource: { type: "orders", id: "42" },
  context: { ip: "192.0.2.7", floor: 2 },
  at_least: 42,
};
export const isAllowed = ({ allowed }: Good<"check", 200>): boolean => allowed;

// A member with a default need not be given.
export const role: Body<"createRole"> = {
  name: "clerk",
  grants: ["orders:read", { permission: "orders:write" }],
};
export const application: Body<"createApplication"> = { type: "service", name: "Reports" };
// A member of every answer is never missing.
export const permissionsOf = ({ grants }: Schemas["Role"]): readonly string[] =>
  grants.map(({ permission }) => permission);
// A read body can be sent back.
export const renamed = (read: Good<"getRole", 200>): Body<"replaceRole"> => ({
  ...read,
  description: "Other",
});

export function explain(explanation: Schemas["Explanation"]): string {
  if (explanation.allowed) return explanation.via.roles.join(", ");
  const [suggestion] = explanation.suggestions;
  if (suggestion?.kind === "assign_permission") return String(suggestion.change.assignments[0]?.principal);
  return explanation.reason;
}

export const problemOf = (problem: operations["getRole"]["responses"]["default"]): string =>
  problem.content["application/problem+json"].title;
export const pages: NonNullable<paths["/api/v1/roles"]["get"]["parameters"]["query"]> = {
  limit: 10,
  search: "cl",
};
export const enabled: NonNullable<operations["listUsers"]["parameters"]["query"]> = { enabled: true };

// @ts-expect-error: members are exact
export const misspelt: Body<"createRole"> = { name: "clerk", grant: [] };
// @ts-expect-error: a permission is needed
export const incomplete: Body<"check"> = { subject: "user:alice" };
// @ts-expect-error: it is a number
export const wrong: NonNullable<operations["listRoles"]["parameters"]["query"]> = { limit: "10" };
