import type { ConditionInputs } from "./conditions/condition.ts";
import type { PrincipalKey, PrincipalType } from "./entities.ts";

/** The subject of a question: the principal whose permissions count, and the attributes that conditions may read. */
export interface Subject {
  readonly principal: PrincipalKey;
  readonly attributes: ConditionInputs["subject"];
  /** For an access account with a ceiling: itself. `principal` is then its application. */
  readonly account?: { readonly principal: PrincipalKey; readonly ceiling: readonly string[] };
  /** False: disabled or expired. A subject that may not have a token is denied by a check, too. */
  readonly enabled: boolean;
}

export interface SubjectSource {
  /**
   * By identifier or by unique name: `user:usr_…` and `user:alice` are the same. At once when it is known without
   * asking the database, which is the usual case.
   */
  find(type: PrincipalType, idOrName: string): Subject | undefined | Promise<Subject | undefined>;
}
