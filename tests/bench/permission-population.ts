/**
 * The assignments of the permission rows. They are computed from numbers, so that the seed can write them, the load can
 * ask about them, and both know the right answer without Licet.
 *
 * A thousand roles in a tree three levels high: role 427 grants permission 427 and inherits role 42, which grants 42
 * and inherits role 4. Every user has ten of them.
 */
export const ROLES = 1_000;
export const ROLES_PER_USER = 10;
const BRANCHES = 10;
const RESOURCES = 10;
export const ACTIONS = ROLES / RESOURCES;

export const RESOURCE_NAMES: readonly string[] = Array.from(
  { length: RESOURCES },
  (_, index) => `department-${index}`,
);
export const actionName = (action: number): string => `task-${action}`;

export const userId = (user: number): string => `usr_bench${user.toString().padStart(15, "0")}`;
export const roleName = (role: number): string => `role-${role}`;
export const permissionName = (role: number): string =>
  `${RESOURCE_NAMES[role % RESOURCES]}:${actionName(Math.floor(role / RESOURCES))}`;

export const inheritedRole = (role: number): number | undefined =>
  role < BRANCHES ? undefined : Math.floor(role / BRANCHES);

/** The numbers are 101 apart, so that the roles differ at every level of the tree. The next user has other roles. */
export const rolesOf = (user: number): number[] =>
  Array.from({ length: ROLES_PER_USER }, (_, index) => (user * 7 + index * 101) % ROLES);

/** The role and all roles that it inherits. */
function withInheritedRoles(role: number): number[] {
  const inherited = inheritedRole(role);
  return inherited === undefined ? [role] : [role, ...withInheritedRoles(inherited)];
}

/** The numbers of the permissions that a user holds. */
export type PermissionsOf = (user: number) => ReadonlySet<number>;

export const permissionsOf: PermissionsOf = (user) => new Set(rolesOf(user).flatMap(withInheritedRoles));

/** The same if no role inherits another. */
export const permissionsWithoutInheritance: PermissionsOf = (user) => new Set(rolesOf(user));

/** A question about a user and the answer that it must get. */
export interface Question {
  readonly user: number;
  readonly subject: string;
  /** The number of the permission. */
  readonly permissionNumber: number;
  readonly permission: string;
  readonly allowed: boolean;
}

/** Asks about every user once, in an order that is spread over the tables. Every second answer is a denial. */
export const createQuestions = (users: number, held: PermissionsOf = permissionsOf): Question[] =>
  eachUser(users, (user, index) =>
    index % 2 === 0 ? allowedQuestion(user, held(user)) : deniedQuestion(user, held(user)),
  );

/** Asks about every user once. Every answer is a denial. */
export const createDeniedQuestions = (users: number): Question[] =>
  eachUser(users, (user) => deniedQuestion(user, permissionsOf(user)));

/** Coprime to every number of users that is used here, so that each comes once. */
const STRIDE = 7_919;

export const eachUser = <T>(users: number, make: (user: number, index: number) => T): T[] =>
  Array.from({ length: users }, (_, index) => make((index * STRIDE) % users, index));

/** The permission comes from a different role of the ten for each user, granted by it or inherited. */
function allowedQuestion(user: number, held: ReadonlySet<number>): Question {
  return question(user, [...held][user % held.size] as number, true);
}

/** A permission that others hold: the usual denial, not an unknown name. */
function deniedQuestion(user: number, held: ReadonlySet<number>): Question {
  let permission = (user * 13) % ROLES;
  while (held.has(permission)) permission = (permission + 1) % ROLES;
  return question(user, permission, false);
}

const question = (user: number, permissionNumber: number, allowed: boolean): Question => ({
  user,
  subject: `user:${userId(user)}`,
  permissionNumber,
  permission: permissionName(permissionNumber),
  allowed,
});
