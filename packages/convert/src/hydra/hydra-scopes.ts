import { isOidcScope } from "@licet/engine/internal/values/names.ts";
import type { Draft } from "../draft/create-draft.ts";
import { type ExportRecord, textOf, textsOf } from "../export-values.ts";

/**
 * Adds the scopes of all clients as permissions and gives the lookup of them. `orders:read` is the action `read` of the
 * resource `orders`, and stays the same on the wire. Every other scope is a permission of no resource.
 */
export function addScopes(
  draft: Draft,
  clients: readonly ExportRecord[],
): (scope: string) => string | undefined {
  const scopes = [...new Set(clients.flatMap(scopesOf))];
  const audiences = findAudiences(clients);
  const permissions = new Map<string, string>();
  for (const scope of scopes.filter((each) => !isWildcard(each)))
    permissions.set(scope, add(draft, scope, audiences));
  for (const scope of scopes.filter(isWildcard)) {
    const resource = draft.findResource(/^(.+):\*$/.exec(scope)?.[1] ?? "");
    if (resource !== undefined) permissions.set(scope, `${resource.name}:*`);
    else
      draft.notes.leaveOut(
        `scope ${scope}`,
        "only RESOURCE:* is a wildcard; name the scopes of the client one by one",
      );
  }
  return (scope) => permissions.get(scope);
}

const isWildcard = (scope: string): boolean => scope.includes("*");

const scopesOf = (client: ExportRecord): readonly string[] =>
  (textOf(client.scope) ?? "").split(" ").filter((scope) => scope !== "");

function add(draft: Draft, scope: string, audiences: ReadonlyMap<string, string>): string {
  // Hydra's first name of the scope that OpenID Connect calls offline_access.
  if (scope === "offline") return "offline_access";
  if (isOidcScope(scope)) return scope;
  const prefix = prefixOf(scope);
  if (prefix === undefined) return draft.addPermission(scope, scope);
  const resource = draft.addResource(prefix, {
    name: prefix,
    identifier: audiences.get(prefix),
    path: [prefix],
  });
  return resource.addAction(scope.slice(prefix.length + 1), scope);
}

/** `orders` of `orders:read`; undefined for a scope without a colon, and for a URL. */
function prefixOf(scope: string): string | undefined {
  const [, prefix] = /^(.+):[^:/]+$/.exec(scope) ?? [];
  return scope.includes("//") ? undefined : prefix;
}

/** The audience of a resource: the only one of all clients with its scopes, and of no other resource. */
function findAudiences(clients: readonly ExportRecord[]): ReadonlyMap<string, string> {
  const audiencesOf = new Map<string, Set<string>>();
  for (const client of clients)
    for (const prefix of new Set(scopesOf(client).flatMap((scope) => prefixOf(scope) ?? []))) {
      const known = audiencesOf.get(prefix) ?? new Set();
      for (const audience of textsOf(client.audience)) known.add(audience);
      audiencesOf.set(prefix, known);
    }
  const single = [...audiencesOf].flatMap(([prefix, [audience, ...others]]) =>
    audience === undefined || others.length > 0 ? [] : [[prefix, audience] as const],
  );
  return new Map(
    single.filter(([, audience]) => single.filter(([, other]) => other === audience).length === 1),
  );
}
