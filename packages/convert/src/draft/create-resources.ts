import type { Rules } from "../rules.ts";
import { cleanText } from "./clean-text.ts";
import { createNamer, type Namer } from "./create-namer.ts";
import type { Notes } from "./create-notes.ts";
import { displayNameOf } from "./display-name.ts";

export interface NewResource {
  readonly name: string;
  readonly displayName?: string | undefined;
  /** The audience of tokens, if the export has one. */
  readonly identifier?: string | undefined;
  /** What makes an identifier where there is none: `urn:keycloak:shop:orders`. */
  readonly path: readonly string[];
  readonly signingAlgorithm?: string | undefined;
}

export interface DraftResource {
  readonly name: string;
  readonly identifier: string;
  /** Adds an action and gives its permission: `orders:read`. A prefix `orders:` of the action is the resource's. */
  addAction(original: string, description?: string): string;
  /** The permission of an action that was added. */
  findPermission(original: string): string | undefined;
  listPermissions(): readonly string[];
}

export interface Resources {
  add(key: string, resource: NewResource): DraftResource;
  find(key: string): DraftResource | undefined;
  list(): readonly DraftResource[];
  entries(): readonly unknown[];
}

const MAX_IDENTIFIER_LENGTH = 512;

export function createResources(origin: string, names: Namer, notes: Notes, rules: Rules): Resources {
  const resources = new Map<string, DraftResource & { readonly entry: () => unknown }>();
  const identifiers = new Set<string>();
  const chooseIdentifier = ({ identifier, path, name }: NewResource): string => {
    if (identifier !== undefined && rules.isResourceIdentifier(identifier) && !identifiers.has(identifier))
      return identifier;
    const made = ["urn", origin, ...path.map(encodeURIComponent)].join(":").slice(0, MAX_IDENTIFIER_LENGTH);
    let chosen = made;
    for (let number = 2; identifiers.has(chosen); number += 1) chosen = `${made}:${number}`;
    if (identifier !== undefined)
      notes.toDo(
        `resource ${name}: ${chosen}`,
        `its audience is no absolute URI of its own, so this is its identifier; servers that compare aud must know it`,
      );
    return chosen;
  };
  return {
    find: (key) => resources.get(key),
    list: () => [...resources.values()],
    entries: () => [...resources.values()].map(({ entry }) => entry()),
    add(key, given) {
      const known = resources.get(key);
      if (known !== undefined) return known;
      const name = names.assign("resource", key, given.name);
      const identifier = chooseIdentifier(given);
      identifiers.add(identifier);
      const resource = createResource(name, identifier, given, createNamer(notes, rules, ` of ${name}`));
      resources.set(key, resource);
      return resource;
    },
  };
}

function createResource(
  name: string,
  identifier: string,
  { name: original, displayName, signingAlgorithm }: NewResource,
  names: Namer,
): DraftResource & { readonly entry: () => unknown } {
  const actions = new Map<string, string>();
  const shown = displayNameOf(displayName);
  const withoutPrefix = (action: string): string =>
    [original, name].reduce(
      (text, prefix) =>
        text.startsWith(`${prefix}:`) && text.length > prefix.length + 1
          ? text.slice(prefix.length + 1)
          : text,
      action,
    );
  return {
    name,
    identifier,
    addAction(action, description) {
      const assigned = names.assign("action", withoutPrefix(action), withoutPrefix(action));
      if (!actions.has(assigned)) actions.set(assigned, cleanText(description, 1000) ?? action);
      return `${name}:${assigned}`;
    },
    findPermission(action) {
      const assigned = names.find("action", withoutPrefix(action));
      return assigned === undefined ? undefined : `${name}:${assigned}`;
    },
    listPermissions: () => [...actions.keys()].map((action) => `${name}:${action}`),
    entry: () => ({
      name,
      ...(shown !== undefined && { display_name: shown }),
      identifier,
      ...(signingAlgorithm !== undefined && { signing_alg: signingAlgorithm }),
      actions: Object.fromEntries(
        [...actions].map(([action, description]) => [
          action,
          { description: cleanText(description, 1000) ?? action },
        ]),
      ),
    }),
  };
}
