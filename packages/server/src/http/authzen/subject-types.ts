import type { PrincipalType } from "@licet/engine/internal/entities.ts";

/** The subject types of policy enforcement points, and the principal types that they mean here. */
export type SubjectTypes = ReadonlyMap<string, PrincipalType>;

/** Our own names, and those that are common elsewhere. */
const DEFAULT_TYPES: Readonly<Record<string, PrincipalType>> = {
  user: "user",
  identity: "user",
  group: "group",
  application: "application",
  service: "application",
  access_account: "access_account",
};

export const subjectTypes = (more: Readonly<Record<string, PrincipalType>> = {}): SubjectTypes =>
  new Map(Object.entries({ ...DEFAULT_TYPES, ...more }));
