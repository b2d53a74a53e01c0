/**
 * The assignments of the permission rows. They follow from numbers alone, so that the seed writes it, the load
 * asks about it, and both know the right answer without Licet.
 *
 * A thousand roles in a tree three levels high: role 427 grants permission 427 and inherits role 42, which grants 42
 * and inherits role 4. Every user was given ten of them.
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

/** 101 apart, so that they differ in all their levels; neighbours among the users have others. */
export const rolesOf = (user: number): number[] =>
  Array.from({ length: ROLES_PER_USER }, (_, index) => (user * 7 + index * 101) % ROLES);

/** The roles that a role stands for: itself, and those that it inherits. */
function lineOf(role: number): number[] {
  const inherited = inheritedRole(role);
  return inherited === undefined ? [role] : [role, ...lineOf(inherited)];
}

/** The numbers of the permissions that a user holds. */
export const heldBy = (user: number): ReadonlySet<number> => new Set(rolesOf(user).flatMap(lineOf));

/** A question about a user and the answer that it must get. */
export interface Question {
  readonly subject: string;
  readonly permission: string;
  readonly allowed: boolean;
}

/** About every user once, in an order that jumps over the tables; every other answer is a denial. */
export const askAboutAll = (users: number): Question[] =>
  eachUser(users, (user, index) => (index % 2 === 0 ? allowedQuestion(user) : deniedQuestion(user)));

export const askInVain = (users: number): Question[] => eachUser(users, deniedQuestion);

/** Coprime to every number of users that is used here, so that each comes once. */
const STRIDE = 7_919;

export const eachUser = <T>(users: number, make: (user: number, index: number) => T): T[] =>
  Array.from({ length: users }, (_, index) => make((index * STRIDE) % users, index));

/** Through the first role or the last, granted by itself or inherited: all ways in turn. */
function allowedQuestion(user: number): Question {
  const held = [...heldBy(user)];
  const permission = held[user % held.length] as number;
  return { subject: `user:${userId(user)}`, permission: permissionName(permission), allowed: true };
}

/** A permission that others hold: the usual denial, not an unknown name. */
function deniedQuestion(user: number): Question {
  const held = heldBy(user);
  let permission = (user * 13) % ROLES;
  while (held.has(permission)) permission = (permission + 1) % ROLES;
  return { subject: `user:${userId(user)}`, permission: permissionName(permission), allowed: false };
}
