import type { Draft, DraftRole } from "../draft/create-draft.ts";
import type { DraftResource } from "../draft/create-resources.ts";
import { readEntries } from "../draft/read-entries.ts";
import { type ExportRecord, entriesOf, textOf } from "../export-values.ts";

/** The namespace of what names none. */
const DEFAULT = "default";

/** The resources and roles of all namespaces. A code of several namespaces gets the namespace in front. */
export interface AuthingCatalogue {
  addResource(code: string, entry: ExportRecord): void;
  addRole(code: string, entry: ExportRecord): void;
  /** Without a namespace it is the default one, or the only one with the code. */
  findResource(namespace: string | undefined, code: string): DraftResource | undefined;
  findRole(namespace: string | undefined, code: string): DraftRole | undefined;
  /** The permissions that a resource's actions of an authorization mean: `orders:read`, `read`, `orders:*`. */
  findPermissions(
    resource: DraftResource,
    code: string,
    actions: readonly string[],
  ): readonly (string | undefined)[];
}

export function createCatalogue(draft: Draft): AuthingCatalogue {
  const namespacesOf = { resource: new Map<string, string[]>(), role: new Map<string, string[]>() };
  const keyOf = (namespace: string, code: string) => `${namespace}/${code}`;
  const note = (kind: "resource" | "role", namespace: string, code: string): boolean => {
    const known = namespacesOf[kind].get(code) ?? [];
    namespacesOf[kind].set(code, [...known, namespace]);
    return known.length > 0 && !known.includes(namespace);
  };
  const find = <T>(
    kind: "resource" | "role",
    namespace: string | undefined,
    code: string,
    get: (key: string) => T,
  ) => {
    const [only, ...others] = namespacesOf[kind].get(code) ?? [];
    const fallback = others.length === 0 && namespace === undefined ? only : undefined;
    return (
      get(keyOf(namespace ?? DEFAULT, code)) ??
      (fallback === undefined ? undefined : get(keyOf(fallback, code)))
    );
  };
  return {
    addResource(code, entry) {
      const namespace = textOf(entry.namespace) ?? textOf(entry.namespaceCode) ?? DEFAULT;
      const isTaken = note("resource", namespace, code);
      const resource = draft.addResource(keyOf(namespace, code), {
        name: isTaken ? `${namespace}_${code}` : code,
        displayName: textOf(entry.resourceName) ?? textOf(entry.name) ?? textOf(entry.description),
        identifier: textOf(entry.apiIdentifier),
        path: [namespace, code],
      });
      const actions = entriesOf(entry.actions, "name");
      for (const [name, action] of readEntries(draft, `action of resource ${resource.name}`, actions, "name"))
        resource.addAction(actionOf(name, code), textOf(action.description));
      if (entry.type === "TREE")
        draft.notes.leaveOut(
          `nodes of resource ${resource.name}`,
          "add them as instances (id, parent), and assign permissions at them (at): what holds at one holds below it",
        );
    },
    addRole(code, entry) {
      const namespace = textOf(entry.namespace) ?? DEFAULT;
      const isTaken = note("role", namespace, code);
      draft.addRole(
        keyOf(namespace, code),
        isTaken ? `${namespace}.${code}` : code,
        textOf(entry.description) ?? textOf(entry.name),
      );
    },
    findResource: (namespace, code) => find("resource", namespace, code, draft.findResource),
    findRole: (namespace, code) => find("role", namespace, code, draft.findRole),
    findPermissions: (resource, code, actions) =>
      actions.flatMap((action): readonly (string | undefined)[] =>
        actionOf(action, code) === "*"
          ? resource.listPermissions()
          : [resource.findPermission(actionOf(action, code))],
      ),
  };
}

/** `read` of `orders:read` and of `namespace:orders:read`. */
function actionOf(name: string, code: string): string {
  const at = `:${name}`.lastIndexOf(`:${code}:`);
  return at < 0 ? name : name.slice(at + code.length + 1);
}
