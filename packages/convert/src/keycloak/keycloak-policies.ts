import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import type { Draft } from "../draft/create-draft.ts";
import { type ExportRecord, isRecord, recordOf, textOf } from "../export-values.ts";
import { hasSubGroups } from "./convert-groups.ts";
import { roleKey } from "./keycloak-realm.ts";

/** Whom a policy allows: `role <key>` or a principal; or why that cannot be said without it. */
export type Grantees = { readonly principals: ReadonlySet<string> } | { readonly issue: string };

const WITHOUT_COUNTERPART: Readonly<Record<string, string>> = {
  js: "JavaScript policies have no counterpart; write a condition in CEL (when)",
  time: "time policies have no counterpart; use expires_at, or a condition on request.time (when)",
  regex: "regex policies have no counterpart; write a condition on subject.attributes (when)",
  "client-scope":
    "client scope policies have no counterpart; limit what the application may ask for (delegated)",
  uma: "permissions that users gave each other have no counterpart; assign them at instances (at)",
};

const OWN_TOKENS =
  "a client policy allowed them to the application and to its users; here the application has them, and users need them by themselves";

/** Reads policies by name. Lists in their settings are JSON in a text. */
export function createPolicyReader(draft: Draft, policies: readonly ExportRecord[]) {
  const byName = new Map(policies.map((policy) => [String(policy.name), policy]));
  return function read(policy: ExportRecord, above: readonly ExportRecord[] = []): Grantees {
    const type = String(policy.type);
    if (policy.logic === "NEGATIVE") return { issue: "it denies whom it names; Licet has no denials" };
    if (type === "resource" || type === "scope" || type === "aggregate") {
      const parts = readConfigList(recordOf(policy.config).applyPolicies).map((name) =>
        byName.get(String(name)),
      );
      return combine(
        policy,
        parts.map((part) =>
          part === undefined || above.includes(part)
            ? { issue: "a policy that it names is not in the export" }
            : read(part, [...above, policy]),
        ),
      );
    }
    return readSimple(draft, type, recordOf(policy.config));
  };
}

/** Any of them may allow, or all of them must. Without any policy, nobody is allowed. */
function combine({ decisionStrategy }: ExportRecord, parts: readonly Grantees[]): Grantees {
  const [first] = parts;
  if (first === undefined) return { issue: "it has no policy" };
  if (parts.length === 1) return first;
  if (decisionStrategy !== "AFFIRMATIVE")
    return { issue: "several policies must hold together; make one role for it, and assign that" };
  const issue = parts.find((part) => "issue" in part);
  if (issue !== undefined) return issue;
  return { principals: new Set(parts.flatMap((part) => ("issue" in part ? [] : [...part.principals]))) };
}

function readSimple(draft: Draft, type: string, config: ExportRecord): Grantees {
  if (type === "role") return readRoles(draft, config);
  if (type === "group") return readGroups(draft, config);
  if (type === "user")
    return collect(readConfigList(config.users), (name) => {
      const username = draft.findUser(String(name));
      return username === undefined ? undefined : formatPrincipalKey("user", username);
    });
  if (type === "client")
    return collect(readConfigList(config.clients), (name) => {
      const clientId = draft.names.find("client_id", String(name));
      if (clientId === undefined) return undefined;
      draft.notes.toDo(`permissions of application ${clientId}`, OWN_TOKENS);
      return formatPrincipalKey("application", clientId);
    });
  const kind = type.startsWith("script-") ? "js" : type;
  return { issue: WITHOUT_COUNTERPART[kind] ?? `policies of type ${kind} have no counterpart` };
}

/** Keycloak demands every required role, and at least one of the roles. */
function readRoles(draft: Draft, config: ExportRecord): Grantees {
  const roles = readConfigList(config.roles).filter(isRecord);
  if (roles.length > 1 && roles.some(({ required }) => required === true))
    return { issue: "several roles must be held together; make one role for it, and assign that" };
  return collect(roles, ({ id }) => {
    const [, clientId, role = String(id)] = /^([^/]+)\/(.+)$/.exec(String(id)) ?? [];
    const key = draft.findRole(roleKey(String(id))) ? roleKey(String(id)) : roleKey(role, clientId);
    return draft.findRole(key) ? `role ${key}` : undefined;
  });
}

/** What is assigned to a group holds for the groups below it, so it must be meant to. */
function readGroups(draft: Draft, config: ExportRecord): Grantees {
  const groups = readConfigList(config.groups).filter(isRecord);
  const isNarrower = groups.some(({ path, extendChildren }) => {
    const group = draft.findGroup(String(path));
    return extendChildren !== true && group !== undefined && hasSubGroups(group);
  });
  if (isNarrower)
    return { issue: "it is about a group without the groups below it; make a group of those users alone" };
  return collect(groups, ({ path }) => {
    const group = draft.findGroup(String(path));
    return group === undefined ? undefined : formatPrincipalKey("group", group.name);
  });
}

function collect<T>(items: readonly T[], find: (item: T) => string | undefined): Grantees {
  const principals = items.map(find);
  if (principals.includes(undefined))
    return { issue: "it names a role, group, user or client that is not in the export" };
  return { principals: new Set(principals.filter((each) => each !== undefined)) };
}

/** A list as JSON in a text: `"[\"orders\"]"`. */
export function readConfigList(value: unknown): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(textOf(value) ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
