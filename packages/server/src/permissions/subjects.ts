import type { ConditionInputs } from "./conditions/condition.ts";
import type { PrincipalKey, PrincipalType } from "./entities.ts";

/** Somebody a question can be about: whose permissions count, and what conditions may know of them. */
export interface Subject {
  readonly principal: PrincipalKey;
  readonly attributes: ConditionInputs["subject"];
  /** For an access account with a ceiling: itself. `principal` is then its application. */
  readonly account?: { readonly principal: PrincipalKey; readonly ceiling: readonly string[] };
  /** False: disabled or expired. Whoever may not have a token is not allowed anything by a check either. */
  readonly enabled: boolean;
}

export interface SubjectSource {
  /**
   * By identifier or by unique name: `user:usr_…` and `user:alice` are the same. At once when it is known without
   * asking the database, which is the usual case.
   */
  find(type: PrincipalType, idOrName: string): Subject | undefined | Promise<Subject | undefined>;
}
