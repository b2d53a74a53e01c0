import type { Resource } from "@licet/engine/internal/entities.ts";
import type { DescribedIssue } from "@licet/engine/internal/values/input-issue.ts";
import { parseScopeItem } from "@licet/engine/internal/values/scope.ts";
import { isReservedAudience, issuerOf } from "../../core/values/own-audience.ts";
import { didYouMean, findSimilar } from "../../input/did-you-mean.ts";
import { quote } from "../../input/schemas.ts";
import { KINDS } from "../kinds/kinds.ts";
import { ownResource } from "../own-entities.ts";
import { OWN_RESOURCE } from "../own-names.ts";
import { malformed, notChangeable, notFound, notFoundAs, taken } from "./issues.ts";
import { namesOfRoles } from "./names-of-roles.ts";
import type { Planning } from "./planning.ts";

/** The permissions that exist after the apply. */
export interface Catalogue {
  /** The issue of a reference to a permission (or `<resource>:*`); undefined for a valid reference. */
  findIssue(permission: string): DescribedIssue | undefined;
  findResourceIssue(name: string): DescribedIssue | undefined;
  hasResource(name: string): boolean;
}

export async function planCatalogue(planning: Planning): Promise<Catalogue> {
  const { content, stored } = planning;
  const [storedResources, storedPermissions] = await Promise.all([
    stored.list("resource"),
    stored.list("permission"),
    // The next step needs them, and finds them here.
    stored.prefetch("role", namesOfRoles(content.roles)),
  ]);

  const resources = new Map(storedResources.map((resource) => [resource.name, resource]));
  // A file may be applied before the first start, which creates this resource and checks the identifiers of others.
  const own = resources.get(OWN_RESOURCE);
  if (!resources.has(OWN_RESOURCE)) resources.set(OWN_RESOURCE, ownResource(""));
  for (const [index, entry] of content.resources.entries()) {
    if (entry.name === OWN_RESOURCE) {
      planning.conflict(
        ["resources", index, "name"],
        notChangeable(`${OWN_RESOURCE} is Licet's own resource and stays as it is`),
      );
      continue;
    }
    const resource = KINDS.resource.fromEntry(entry);
    planning.stage("resource", resource.name, resource, resources.get(resource.name));
    resources.set(resource.name, resource);
    if (own && isReservedAudience(resource.identifier, issuerOf(own.identifier))) {
      planning.conflict(["resources", index, "identifier"], RESERVED);
      continue;
    }
    const conflicting = [...resources.values()].find(
      (other) => other.name !== resource.name && other.identifier === resource.identifier,
    );
    if (conflicting !== undefined) {
      const message = `is the identifier of ${conflicting.name} already`;
      planning.conflict(["resources", index, "identifier"], taken(message, "resource", conflicting.name));
    }
  }
  const custom = new Map(storedPermissions.map((permission) => [permission.name, permission]));
  for (const permission of content.permissions) {
    planning.stage("permission", permission.name, permission, custom.get(permission.name));
    custom.set(permission.name, permission);
  }
  return createCatalogue(resources, new Set(custom.keys()));
}

/** The stored state decides it, as for any other identifier that is taken: the base URL belongs to the server. */
const RESERVED = taken(
  "is an address of Licet itself, and tokens for it are for Licet",
  "resource",
  OWN_RESOURCE,
);

function createCatalogue(resources: ReadonlyMap<string, Resource>, custom: ReadonlySet<string>): Catalogue {
  const findResourceIssue = (name: string) =>
    resources.has(name) ? undefined : notFound("resource", name, resources.keys());
  return {
    findResourceIssue,
    hasResource: (name) => resources.has(name),
    findIssue(permission) {
      const item = parseScopeItem(permission);
      if (item.kind === "every-action" && item.instance === undefined)
        return findResourceIssue(item.resource);
      if (item.kind !== "permission" || item.instance !== undefined) {
        const message = `${quote(permission)} is not a permission: write <resource>:<action>, <resource>:* or a custom name`;
        return malformed(message, "permission");
      }
      if (item.resource === undefined) {
        if (custom.has(permission)) return undefined;
        const message = `${quote(permission)} is not in the catalogue${didYouMean(permission, custom)}`;
        return notFoundAs(message, "permission", permission, findSimilar(permission, custom));
      }
      const resource = resources.get(item.resource);
      if (resource === undefined) return findResourceIssue(item.resource);
      const actions = Object.keys(resource.actions);
      if (actions.includes(permission.slice(item.resource.length + 1))) return undefined;
      const known = actions.length === 0 ? "it has none" : actions.join(", ");
      const message = `${quote(permission)} is not in the catalogue; known actions of ${resource.name}: ${known}`;
      const whole = actions.map((action) => `${resource.name}:${action}`);
      return notFoundAs(message, "permission", permission, findSimilar(permission, whole));
    },
  };
}
