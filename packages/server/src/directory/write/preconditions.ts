import { VersionMismatchError } from "../../core/errors/errors.ts";
import type { Stored } from "../directory-store.ts";

/** The caller's expectation of the entity it writes (RFC 9110 §13.1). */
export interface Preconditions {
  /** One of these versions, or any version. */
  readonly ifMatch?: readonly number[] | "any";
  /** The entity must not exist. */
  readonly ifNoneMatch?: true;
}

/** Exact, because no commit can happen between this check and the commit that follows it. */
export function checkPreconditions(
  stored: Pick<Stored<unknown>, "version"> | undefined,
  { ifMatch, ifNoneMatch }: Preconditions,
): void {
  if (ifNoneMatch && stored) throw new VersionMismatchError("it exists already");
  if (ifMatch === undefined) return;
  if (!stored) throw new VersionMismatchError("it does not exist");
  if (ifMatch !== "any" && !ifMatch.includes(stored.version))
    throw new VersionMismatchError(`it has another version: ${stored.version}`);
}
