import { ConflictError } from "../../core/errors/errors.ts";
import { type Change, type EntityKind, entityId } from "../change.ts";
import { ADMINISTRATOR_ROLE, CONSOLE_APPLICATION, OWN_RESOURCE } from "../own-names.ts";
import type { Guard } from "../write/write-state.ts";

/** Licet's own resource, role and application never change, not even by a cascade. */
export const checkOwnEntities: Guard = async (changes) => {
  // The requested change is the last one.
  const own = changes.findLast(isOwn);
  if (!own) return;
  throw partOfLicet(own.kind, entityId(own));
};

/** Protects data of the console's application that is not part of the state, such as its logo. */
export function requireChangeable(clientId: string): void {
  if (clientId === CONSOLE_APPLICATION) throw partOfLicet("application", clientId);
}

const partOfLicet = (kind: EntityKind, name: string): ConflictError =>
  new ConflictError(`${name} belongs to Licet itself and stays as it is`, {
    conflict: { code: "part_of_licet", kind, name },
  });

const isOwn = (change: Change): boolean =>
  (change.kind === "resource" && change.value.name === OWN_RESOURCE) ||
  (change.kind === "role" && change.value.name === ADMINISTRATOR_ROLE) ||
  (change.kind === "application" && change.value.id === CONSOLE_APPLICATION) ||
  (change.kind === "access_account" && change.value.applicationId === CONSOLE_APPLICATION) ||
  (change.kind === "secret" && change.value.owner === CONSOLE_APPLICATION);
