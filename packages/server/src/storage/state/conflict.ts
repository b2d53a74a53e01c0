import { ConflictError } from "../../core/errors.ts";
import type { EntityKind } from "../../state/change.ts";
import { ConstraintViolation } from "../constraint-violation.ts";

const REFERENCES: { readonly [K in EntityKind]?: string } = {
  access_account: "an application",
  membership: "a group",
};

/** What a person can understand of a row that the tables refused. */
export function asConflict(error: unknown, kind: EntityKind): unknown {
  if (!(error instanceof ConstraintViolation)) return error;
  const noun = kind.replace("_", " ");
  if (error.constraint === "reference") {
    const missing = REFERENCES[kind] ?? "something";
    return new ConflictError(`${noun}: it belongs to ${missing} that does not exist`, { cause: error });
  }
  const name = error.value === undefined ? "name" : `${error.column} ${JSON.stringify(error.value)}`;
  return new ConflictError(`${noun}: the ${name} is taken by another ${noun}`, { cause: error });
}
