import { ConflictError } from "../../core/errors.ts";
import { type Change, entityId } from "../../state/change.ts";
import { ADMINISTRATOR_ROLE, CONSOLE_APPLICATION, OWN_RESOURCE } from "../../state/own-names.ts";
import type { Guard } from "../write-state.ts";

/** Licet's own resource, role and application stay as they are, whatever else a cascade takes along. */
export const checkOwnEntities: Guard = async (changes) => {
  // The thing that was asked for stands last.
  const own = changes.findLast(isOwn);
  if (!own) return;
  const name = entityId(own);
  throw new ConflictError(`${name} belongs to Licet itself and stays as it is`, {
    conflict: { code: "part_of_licet", kind: own.kind, name },
  });
};

const isOwn = (change: Change): boolean =>
  (change.kind === "resource" && change.value.name === OWN_RESOURCE) ||
  (change.kind === "role" && change.value.name === ADMINISTRATOR_ROLE) ||
  (change.kind === "application" && change.value.id === CONSOLE_APPLICATION);
