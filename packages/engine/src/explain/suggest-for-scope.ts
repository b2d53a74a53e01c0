import { findNearest } from "../conditions/suggest.ts";
import { findInstanceKey } from "../decide-scopes.ts";
import type { RefusalReason } from "../refusal.ts";
import { type ScopeItem, writeScopeItem } from "../values/scope.ts";
import type { Suggestion } from "./explanation.ts";
import { instancesToAskFor, type Refusal, suggestForDenial } from "./suggest-for-denial.ts";

/** Suggestions for a refused scope item: those for any denial, and other items that could be requested. */
export function suggestForScope(
  item: ScopeItem,
  reason: RefusalReason,
  refusal: Refusal,
): readonly Suggestion[] {
  const at = findInstanceKey(item);
  const wanted = { permission: permissionPattern(item), ...(at !== undefined && { at }) };
  switch (reason) {
    case "unknown_scope":
      return nameAnother(item, refusal);
    case "wrong_resource":
      return suggestResource(refusal);
    case "needs_own_token":
      return requestSeparately(refusal);
    case "not_granted":
      return [...askForInstance(item, refusal), ...suggestForDenial(reason, refusal, wanted)];
    case "key_ceiling":
    case "condition_failed":
    case "condition_missing_data":
      return suggestForDenial(reason, refusal, wanted);
    case "client_not_allowed":
      return [{ kind: "add_delegated_scope", scope: item.text }];
    case "user_declined":
      return [{ kind: "request_consent_again" }];
    case "not_for_this_grant":
      return [{ kind: "use_authorization_code" }];
  }
}

const permissionPattern = (item: ScopeItem): string => {
  if (item.kind === "every-action") return `${item.resource}:*`;
  return item.kind === "permission" ? item.permission : item.text;
};

function nameAnother(item: ScopeItem, { facts }: Refusal): readonly Suggestion[] {
  const { model } = facts;
  const resource = item.kind === "permission" || item.kind === "every-action" ? item.resource : undefined;
  if (resource !== undefined && model.resources.has(resource)) {
    const permissions = model.permissionsOf(resource).map(({ name }) => name);
    return [{ kind: "other_permissions", resource, permissions }];
  }
  const written = item.kind === "permission" ? item.permission : item.text;
  const names =
    item.kind === "every-action"
      ? [...model.resources.keys()].map((name) => `${name}:*`)
      : model.permissions.keys();
  const nearest = findNearest(written, names);
  return [{ kind: "unknown_permission", permission: written, ...(nearest !== undefined && { nearest }) }];
}

function suggestResource({ questions }: Refusal): readonly Suggestion[] {
  const resource = questions[0]?.permission.resource;
  return resource ? [{ kind: "use_resource", identifier: resource.identifier }] : [{ kind: "omit_resource" }];
}

const requestSeparately = ({ questions }: Refusal): readonly Suggestion[] =>
  questions
    .slice(0, 1)
    .flatMap(({ permission: { resource } }) =>
      resource ? [{ kind: "request_separately", identifier: resource.identifier }] : [],
    );

/** An assignment for one instance holds only when the scope names that instance or one below. */
function askForInstance(item: ScopeItem, refusal: Refusal): readonly Suggestion[] {
  if (findInstanceKey(item) !== undefined) return [];
  return instancesToAskFor(refusal).flatMap((key) => {
    const slash = key.indexOf("/");
    const permission = refusal.questions.find(
      (question) => question.permission.resource?.name === key.slice(0, slash),
    )?.permission;
    if (!permission) return [];
    const scope = writeScopeItem(permission.name, key.slice(slash + 1));
    return [{ kind: "request_instance", scope, instance: key }];
  });
}
