import type { Draft } from "../draft/create-draft.ts";
import type { DraftResource } from "../draft/create-resources.ts";
import { type ExportRecord, recordOf, recordsOf, textOf } from "../export-values.ts";
import { createPolicyReader, type Grantees, readConfigList } from "./keycloak-policies.ts";
import type { KeycloakRealm } from "./keycloak-realm.ts";

/** A permission of a resource without scopes. */
const ACCESS = "access";

interface Target {
  readonly resource: string;
  readonly scope: string;
}

/**
 * Converts the authorization settings of a client. A resource of Keycloak becomes a resource, and its scopes become
 * actions. A permission gives them to the roles, groups, users and clients of its policies; where that is not exactly
 * what Keycloak would decide, nobody gets them.
 */
export function convertAuthorization(
  draft: Draft,
  realm: KeycloakRealm,
  clientId: string,
  client: ExportRecord,
): void {
  const settings = recordOf(client.authorizationSettings);
  const resources = addResources(draft, realm.name, clientId, settings);
  const readPolicy = createPolicyReader(draft, recordsOf(settings.policies));
  const permissions = recordsOf(settings.policies).filter(
    ({ type }) => type === "resource" || type === "scope",
  );
  const grants = new Map<string, { target: Target; decisions: { name: string; grantees: Grantees }[] }>();
  for (const permission of permissions) {
    const decision = { name: String(permission.name), grantees: readPolicy(permission) };
    if ("issue" in decision.grantees)
      draft.notes.leaveOut(
        `permission ${JSON.stringify(permission.name)} of client ${clientId}`,
        decision.grantees.issue,
      );
    for (const target of listTargets(permission, resources)) {
      const key = JSON.stringify(target);
      const known = grants.get(key) ?? { target, decisions: [] };
      known.decisions.push(decision);
      grants.set(key, known);
    }
  }
  const isAffirmative = settings.decisionStrategy === "AFFIRMATIVE";
  for (const { target, decisions } of grants.values()) {
    const all = decisions.map(({ grantees }) => ("issue" in grantees ? undefined : grantees.principals));
    const known = all.filter((each) => each !== undefined);
    const isExact =
      isAffirmative || (known.length === all.length && known.every((each) => isEqual(each, known[0])));
    if (isExact) give(draft, clientId, target, new Set(known.flatMap((each) => [...each])));
    // A single permission was named with its reason.
    else if (all.length > 1)
      draft.notes.leaveOut(
        `${target.resource}#${target.scope} of client ${clientId}`,
        "several permissions must all allow it, so nobody got it; assign it by hand",
      );
  }
  const { policyEnforcementMode: mode } = settings;
  if (mode === "PERMISSIVE" || mode === "DISABLED")
    draft.notes.toDo(
      `client ${clientId}`,
      `its policy enforcement is ${mode}, so Keycloak allows what no policy decides; Licet denies what nobody was given`,
    );
}

const isEqual = (a: ReadonlySet<string>, b: ReadonlySet<string> | undefined): boolean =>
  b !== undefined && a.size === b.size && a.isSubsetOf(b);

const resourceKey = (clientId: string, name: string): string =>
  `authorization ${JSON.stringify([clientId, name])}`;

function addResources(
  draft: Draft,
  realm: string,
  clientId: string,
  settings: ExportRecord,
): readonly ExportRecord[] {
  return recordsOf(settings.resources).filter((entry) => {
    const name = textOf(entry.name);
    if (name === undefined) return false;
    const owner = textOf(recordOf(entry.owner).name);
    if (owner !== undefined && owner !== clientId) {
      draft.notes.leaveOut(
        `resource ${JSON.stringify(name)} of client ${clientId}`,
        `it belongs to a user; make it an instance, and assign permissions at it (at)`,
      );
      return false;
    }
    const resource = draft.addResource(resourceKey(clientId, name), {
      name,
      displayName: textOf(entry.displayName) ?? name,
      path: [realm, clientId, name],
    });
    for (const scope of scopesOf(entry)) resource.addAction(scope);
    return true;
  });
}

/** The resources that the authorization settings of a client became. */
export const listAuthorizationResources = (draft: Draft, client: ExportRecord): readonly DraftResource[] =>
  recordsOf(recordOf(client.authorizationSettings).resources).flatMap(
    ({ name }) => draft.findResource(resourceKey(String(client.clientId), String(name))) ?? [],
  );

function scopesOf(resource: ExportRecord): readonly string[] {
  const scopes = recordsOf(resource.scopes).flatMap(({ name }) => textOf(name) ?? []);
  return scopes.length === 0 ? [ACCESS] : scopes;
}

/** What a permission is about. Without resources, a scope permission is about every resource with the scope. */
function listTargets({ type, config }: ExportRecord, resources: readonly ExportRecord[]): readonly Target[] {
  const named = readConfigList(recordOf(config).resources);
  const defaultType = textOf(recordOf(config).defaultResourceType);
  const scopes = readConfigList(recordOf(config).scopes);
  const isMeant = ({ name, type: resourceType }: ExportRecord): boolean => {
    if (named.length > 0) return named.includes(name);
    return defaultType === undefined ? type === "scope" : resourceType === defaultType;
  };
  return resources.filter(isMeant).flatMap((resource) =>
    scopesOf(resource)
      .filter((scope) => type === "resource" || scopes.includes(scope))
      .map((scope) => ({ resource: String(resource.name), scope })),
  );
}

function give(
  draft: Draft,
  clientId: string,
  { resource, scope }: Target,
  grantees: ReadonlySet<string>,
): void {
  const permission = draft.findResource(resourceKey(clientId, resource))?.findPermission(scope);
  if (permission === undefined) return;
  for (const grantee of grantees) {
    const role = grantee.startsWith("role ") ? draft.findRole(grantee.slice("role ".length)) : undefined;
    if (role === undefined) draft.assign(grantee, { permission });
    else role.grants.add(permission);
  }
}
