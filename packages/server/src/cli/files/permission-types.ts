import type { Model } from "@licet/engine/internal/model.ts";
import { OWN_RESOURCE } from "../../directory/own-names.ts";
import type { Entries } from "../../directory/plan/entries.ts";

/** The permissions of an installation, without those of Licet's own API: no application checks these for its users. */
export const permissionsOfModel = ({ permissions }: Model): readonly string[] =>
  Array.from(permissions.values())
    .filter(({ resource }) => resource?.name !== OWN_RESOURCE)
    .map(({ name }) => name);

/** The permissions that a configuration file defines. */
export const permissionsOfFile = ({ resources, permissions }: Entries): readonly string[] => [
  ...resources.flatMap(({ name, actions }) => Object.keys(actions).map((action) => `${name}:${action}`)),
  ...permissions.map(({ name }) => name),
];

const HEADING = "// Made by `licet types`. Do not edit: run it again when the permissions have changed.";

/**
 * A module for TypeScript that registers the names with the SDK. The same permissions give the same text, in whatever
 * order they were written.
 */
export function writePermissionTypes(permissions: readonly string[]): string {
  const names = [...new Set(permissions)].sort().map((name) => `\n      | ${JSON.stringify(name)}`);
  return `${HEADING}
export {};

declare module "@licet/sdk/permissions" {
  interface Register {
    permission:${names.length === 0 ? " never" : names.join("")};
  }
}
`;
}
