import { ConflictError } from "../../core/errors/errors.ts";
import type { EntityKind } from "../../directory/change.ts";
import { kindOf } from "../../directory/kinds/kinds.ts";
import { ConstraintViolation } from "../engine/constraint-violation.ts";

/** Translates a refused row to the conflict that the caller receives. */
export function asConflict(error: unknown, kind: EntityKind): unknown {
  if (!(error instanceof ConstraintViolation)) return error;
  const noun = kind.replace("_", " ");
  if (error.constraint === "reference") {
    const owner = kindOf(kind).owners.find(({ isReference }) => isReference)?.kinds[0];
    const missing = owner === undefined ? "something" : withArticle(owner);
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

export const withArticle = (kind: EntityKind): string =>
  `${/^[aeiou]/.test(kind) && kind !== "user" ? "an" : "a"} ${kind.replace("_", " ")}`;
