import type { EntityKind } from "../state/change.ts";

export class NotFoundError extends Error {
  override readonly name = "NotFoundError";
}

/** The caller is known but may not do this, whatever its token says about the route. */
export class ForbiddenError extends Error {
  override readonly name = "ForbiddenError";
  readonly more: Readonly<Record<string, unknown>>;

  constructor(message: string, more: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.more = more;
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
