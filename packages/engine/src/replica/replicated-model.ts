import { StoredCondition } from "../conditions/stored-condition.ts";
import { compileModel, type Model } from "../model.ts";
import { formatPrincipalKey, isPrincipalOf } from "../values/principal-key.ts";
import type { ModelRecord } from "./records.ts";

const NO_TEXT = {};

/** The compiled model of a copy. Texts, identifiers and algorithms are for tokens: no check reads them. */
export function compileReplicatedModel({ resources, permissions, roles, nesting }: ModelRecord): Model {
  const data = {
    resources: resources.map(({ name, actions }) => ({
      name,
      identifier: name,
      signingAlgorithm: "ES256" as const,
      accessTokenType: "at+jwt" as const,
      actions: Object.fromEntries(actions.map((action) => [action, { description: NO_TEXT }])),
    })),
    permissions: permissions.map((name) => ({ name, description: NO_TEXT })),
    roles,
    groupNesting: nesting.map(({ group, member }) => ({ group, member: toGroupKey(member) })),
  };
  return compileModel(data, (source) => new StoredCondition(source));
}

/** `sales` and `group:sales` are the same member: the name of a group has no colon. */
const toGroupKey = (member: string): `group:${string}` =>
  isPrincipalOf("group", member) ? member : formatPrincipalKey("group", member);

export const EMPTY_MODEL: ModelRecord = {
  kind: "model",
  resources: [],
  permissions: [],
  roles: [],
  nesting: [],
};
