import { ConflictError } from "../../core/errors.ts";
import type { EntityKind } from "../../state/change.ts";
import { ConstraintViolation } from "../constraint-violation.ts";

const OWNERS: { readonly [K in EntityKind]?: EntityKind } = {
  access_account: "application",
  membership: "group",
};

/** Translates a refused row to the conflict that the caller receives. */
export function asConflict(error: unknown, kind: EntityKind): unknown {
  if (!(error instanceof ConstraintViolation)) return error;
  const noun = kind.replace("_", " ");
  if (error.constraint === "reference") {
    const owner = OWNERS[kind];
    const missing = owner === undefined ? "something" : `${owner === "application" ? "an" : "a"} ${owner}`;
    return new ConflictError(`${noun}: it belongs to ${missing} that does not exist`, {
      cause: error,
      ...(owner !== undefined && { conflict: { code: "owner_missing", kind: owner } }),
    });
  }
  const { column, value } = error;
  const isKnown = column !== undefined && value !== undefined;
  const name = isKnown ? `${column} ${JSON.stringify(value)}` : "name";
  return new ConflictError(`${noun}: the ${name} is taken by another ${noun}`, {
    cause: error,
    conflict: { code: "taken", kind, ...(isKnown && { member: column, name: value }) },
  });
}
