import type { PrincipalType } from "@licet/engine/internal/entities.ts";
import type { Subject } from "@licet/engine/internal/subject.ts";

export interface SubjectSource {
  /**
   * By identifier or by unique name: `user:usr_…` and `user:alice` are the same. At once when it is known without
   * asking the database, which is the usual case.
   */
  find(type: PrincipalType, idOrName: string): Subject | undefined | Promise<Subject | undefined>;
}
