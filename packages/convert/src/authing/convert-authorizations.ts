import { formatPrincipalKey, type PrincipalType } from "@licet/engine/internal/values/principal-key.ts";
import type { Draft } from "../draft/create-draft.ts";
import { noteUnreadable } from "../draft/read-entries.ts";
import { type ExportRecord, recordsOf, textOf, textsOf } from "../export-values.ts";
import type { AuthingCatalogue } from "./authing-catalogue.ts";
import { type AuthingUserPool, listIn } from "./authing-user-pool.ts";

/** One target that is allowed or denied some permissions. */
interface Statement {
  readonly target: Target;
  readonly permissions: readonly string[];
  readonly isDenied: boolean;
}
interface Target {
  readonly type: string;
  readonly id: string;
  readonly namespace: string | undefined;
}

/**
 * Converts authorizations of resources and data policies. Licet has no denials: a permission that anybody is denied is
 * given to nobody, because another role or group could allow it.
 */
export function convertAuthorizations(
  draft: Draft,
  catalogue: AuthingCatalogue,
  pool: AuthingUserPool,
): void {
  const statements = [
    ...pool.authorizations.flatMap((entry, index) => readAuthorization(draft, catalogue, entry, index)),
    ...pool.dataPolicies.flatMap((entry, index) => readPolicy(draft, catalogue, entry, index)),
  ];
  const denied = new Set(
    statements.filter(({ isDenied }) => isDenied).flatMap(({ permissions }) => permissions),
  );
  for (const permission of denied)
    draft.notes.leaveOut(
      permission,
      "Authing denies it to somebody, and Licet has no denials, so nobody got it; assign it to those who may have it",
    );
  for (const { target, permissions, isDenied } of statements)
    if (!isDenied)
      for (const permission of permissions)
        if (!denied.has(permission)) give(draft, catalogue, target, permission);
}

/** `{ targetType, targetIdentifiers, resources: [{ code, actions }] }`, as authorize-resources takes it. */
function readAuthorization(
  draft: Draft,
  catalogue: AuthingCatalogue,
  entry: ExportRecord,
  index: number,
): readonly Statement[] {
  const namespace = textOf(entry.namespace);
  const type = textOf(entry.targetType) ?? "";
  const ids = [...textsOf(entry.targetIdentifiers), ...textsOf([entry.targetIdentifier])];
  const resources = "resources" in entry ? listIn(entry.resources) : [entry];
  const missing = type === "" ? "targetType" : "targetIdentifier or targetIdentifiers";
  const isReadable = type !== "" && ids.length > 0;
  if (!isReadable) noteUnreadable(draft, { what: "authorization", index, entry, missing });
  return resources.flatMap((item) => {
    const code = textOf(item.code) ?? textOf(item.resourceCode) ?? "";
    const what = `authorization of ${type.toLowerCase()} ${ids.join(", ")} for ${code}`;
    const isDenied = item.effect === "DENY";
    if (recordsOf(item.condition).length > 0) {
      draft.notes.leaveOut(what, "its conditions have no counterpart; write a condition in CEL (when)");
      // A denial under a condition still denies sometimes.
      if (!isDenied) return [];
    }
    const resource = catalogue.findResource(textOf(item.namespace) ?? namespace, code);
    const named = textsOf(item.actions);
    // A denial that names no action denies all.
    const actions = item.isAll === true || (isDenied && named.length === 0) ? ["*"] : named;
    if (actions.length === 0) draft.notes.leaveOut(what, "it names no action (actions, or isAll)");
    const found = resource === undefined ? [undefined] : catalogue.findPermissions(resource, code, actions);
    if (found.includes(undefined))
      draft.notes.leaveOut(
        what,
        "the export does not have the resource or the action; add the resources to the files",
      );
    const permissions = found.filter((permission) => permission !== undefined);
    // A denial of unknown targets denies, too.
    if (!isReadable) return isDenied ? [{ target: NOBODY, permissions, isDenied }] : [];
    return ids.map((id) => ({ target: { type, id, namespace }, permissions, isDenied }));
  });
}

const NOBODY: Target = { type: "NOBODY", id: "", namespace: undefined };

/** `namespace/resource/action`; the nodes of a tree stand between the resource and the action. */
function readPolicy(
  draft: Draft,
  catalogue: AuthingCatalogue,
  policy: ExportRecord,
  index: number,
): readonly Statement[] {
  const what = `data policy ${textOf(policy.policyName) ?? index + 1}`;
  if (!Array.isArray(policy.statementList))
    noteUnreadable(draft, { what: "data policy", index, entry: policy, missing: "statementList" });
  const targets = listIn(policy.targetList).map(
    ({ type, id, namespace }): Target => ({
      type: String(type),
      id: String(id),
      namespace: textOf(namespace),
    }),
  );
  if (targets.length === 0)
    draft.notes.toDo(what, "the export does not say whom it was given to; assign it by hand");
  return recordsOf(policy.statementList).flatMap(({ effect, permissions }) => {
    const found = textsOf(permissions).flatMap((path) => {
      const [namespace = "", code = "", action = "", ...nodes] = path.split("/");
      const resource = catalogue.findResource(namespace, code);
      if (nodes.length > 0 || resource === undefined) {
        const why =
          resource === undefined
            ? "the export does not have the resource; add the data resources to the files"
            : "it is about a node of a tree; add the node as an instance, and assign the permission at it (at)";
        draft.notes.leaveOut(`${path} of ${what}`, why);
        // A denial at a node must not become wider access elsewhere.
        return effect === "DENY" && resource !== undefined ? resource.listPermissions() : [];
      }
      const known = catalogue.findPermissions(resource, code, [action]).filter((each) => each !== undefined);
      if (known.length === 0)
        draft.notes.leaveOut(`${path} of ${what}`, "the resource does not have this action in the export");
      return known;
    });
    const isDenied = effect === "DENY";
    // A denial of unknown targets denies, too.
    const denied = isDenied ? [{ target: NOBODY, permissions: found, isDenied }] : [];
    return [...denied, ...targets.map((target) => ({ target, permissions: found, isDenied }))];
  });
}

/** The types of targets: of resources, and of data policies. */
function give(draft: Draft, catalogue: AuthingCatalogue, target: Target, permission: string): void {
  const { type, id, namespace } = target;
  const principal = findPrincipal(draft, type, id);
  if (type === "ROLE") {
    const role = catalogue.findRole(namespace, id);
    if (role !== undefined) role.grants.add(permission);
    else noteMissing(draft, target, permission);
  } else if (principal !== undefined) draft.assign(principal, { permission });
  else if (["USER", "GROUP", "AK_SK"].includes(type)) noteMissing(draft, target, permission);
  else
    draft.notes.leaveOut(
      `${permission} of ${type.toLowerCase()} ${id}`,
      "departments have no counterpart; make a group of its members, and assign the permission to it",
    );
}

function findPrincipal(draft: Draft, type: string, id: string): string | undefined {
  if (type === "USER") return named("user", draft.findUser(id));
  if (type === "GROUP") return named("group", draft.findGroup(id)?.name);
  return type === "AK_SK" ? named("application", draft.names.find("client_id", id)) : undefined;
}

const named = (type: PrincipalType, name: string | undefined): string | undefined =>
  name === undefined ? undefined : formatPrincipalKey(type, name);

const noteMissing = (draft: Draft, { type, id }: Target, permission: string): void =>
  draft.notes.leaveOut(
    `${permission} of ${type.toLowerCase()} ${id}`,
    "the export does not have whom it was given to; add users, roles, groups and access accounts to the files",
  );
