import {
  createQuestions,
  permissionsWithoutInheritance,
  type Question,
  ROLES,
  rolesOf,
} from "../permission-population.ts";

/**
 * The permissions that every service can decide: 10,000 users with ten of 1,000 roles each, and a permission for every
 * role. No role inherits another, since services differ in how they follow that.
 */

export const PEER_USERS = 10_000;

export const peerQuestions: readonly Question[] = createQuestions(PEER_USERS, permissionsWithoutInheritance);

/** In the form of Zanzibar: the object, its relation, and who has it. */
export interface Relationship {
  readonly object: { readonly type: "role" | "permission"; readonly id: string };
  readonly relation: "member" | "role";
  readonly subject: { readonly type: "user" | "role"; readonly id: string };
}

export const peerRelationships = (): Relationship[] => [
  ...Array.from({ length: ROLES }, (_, role) => ({
    object: { type: "permission", id: String(role) } as const,
    relation: "role" as const,
    subject: { type: "role", id: String(role) } as const,
  })),
  ...Array.from({ length: PEER_USERS }, (_, user) =>
    rolesOf(user).map((role) => ({
      object: { type: "role", id: String(role) } as const,
      relation: "member" as const,
      subject: { type: "user", id: String(user) } as const,
    })),
  ).flat(),
];
