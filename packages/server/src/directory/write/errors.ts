import type { Conflict } from "../../core/errors/conflict.ts";
import type { EntityKind } from "../change.ts";

export class NotFoundError extends Error {
  override readonly name = "NotFoundError";
}

/** The caller is authenticated but may not do this, although its token is sufficient for the route. */
export class ForbiddenError extends Error {
  override readonly name = "ForbiddenError";
  /** The permissions that would be needed. */
  readonly lacking: readonly string[];
  /** Descriptions of the changes that were refused, for the audit log and not for the caller. */
  readonly tried: readonly string[];

  constructor(
    message: string,
    { lacking, tried }: { readonly lacking: readonly string[]; readonly tried: readonly string[] },
  ) {
    super(message);
    this.lacking = lacking;
    this.tried = tried;
  }
}

/** Other entities still need the entity to delete. */
export class InUseError extends Error {
  override readonly name = "InUseError";
  readonly usedBy: readonly Use[];
  readonly conflict: Conflict;

  constructor(
    message: string,
    { usedBy, more, ...target }: Use & { readonly usedBy: readonly Use[]; readonly more: boolean },
  ) {
    super(message);
    this.usedBy = usedBy;
    this.conflict = {
      code: "in_use",
      kind: target.kind,
      name: target.id,
      used_by: usedBy,
      count: usedBy.length,
      ...(more && { more }),
    };
  }
}

export interface Use {
  readonly kind: EntityKind;
  readonly id: string;
}
