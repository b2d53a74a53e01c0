import { formatPrincipalKey, type PrincipalType } from "@licet/engine/values/principal-key.ts";
import type { Draft } from "../draft/create-draft.ts";
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
    ...pool.authorizations.flatMap((entry) => readAuthorization(draft, catalogue, entry)),
    ...pool.dataPolicies.flatMap((entry) => readPolicy(draft, catalogue, entry)),
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
): readonly Statement[] {
  const namespace = textOf(entry.namespace);
  const type = String(entry.targetType);
  const ids = [...textsOf(entry.targetIdentifiers), ...textsOf([entry.targetIdentifier])];
  const resources = "resources" in entry ? listIn(entry.resources) : [entry];
  return resources.flatMap((item) => {
    const code = textOf(item.code) ?? textOf(item.resourceCode) ?? "";
    const what = `authorization of ${type.toLowerCase()} ${ids.join(", ")} for ${code}`;
    if (recordsOf(item.condition).length > 0) {
      draft.notes.leaveOut(what, "its conditions have no counterpart; write a condition in CEL (when)");
      // A denial under a condition still denies sometimes.
      if (item.effect !== "DENY") return [];
    }
    const resource = catalogue.findResource(textOf(item.namespace) ?? namespace, code);
    const actions = item.isAll === true ? ["*"] : textsOf(item.actions);
    const found = resource === undefined ? [undefined] : catalogue.findPermissions(resource, code, actions);
    if (found.includes(undefined))
      draft.notes.leaveOut(
        what,
        "the export does not have the resource or the action; add the resources to the files",
      );
    const permissions = found.filter((permission) => permission !== undefined);
    return ids.map((id) => ({
      target: { type, id, namespace },
      permissions,
      isDenied: item.effect === "DENY",
    }));
  });
}

const NOBODY: Target = { type: "NOBODY", id: "", namespace: undefined };

/** `namespace/resource/action`; the nodes of a tree stand between the resource and the action. */
function readPolicy(draft: Draft, catalogue: AuthingCatalogue, policy: ExportRecord): readonly Statement[] {
  const what = `data policy ${String(policy.policyName)}`;
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
      return catalogue.findPermissions(resource, code, [action]).filter((each) => each !== undefined);
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
