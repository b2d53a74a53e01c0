import type { EntityKind } from "../state/change.ts";

export class NotFoundError extends Error {
  override readonly name = "NotFoundError";
}

/** The caller is known but may not do this, whatever its token says about the route. */
export class ForbiddenError extends Error {
  override readonly name = "ForbiddenError";
  /** The rights that would be needed. */
  readonly lacking: readonly string[];
  /** The changes that were not made, in words: for the audit trail, not for the caller. */
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

/** What was to be deleted is still needed. */
export class InUseError extends Error {
  override readonly name = "InUseError";
  readonly usedBy: readonly Use[];

  constructor(message: string, usedBy: readonly Use[]) {
    super(message);
    this.usedBy = usedBy;
  }
}

export interface Use {
  readonly kind: EntityKind;
  readonly id: string;
}
