import { ROLES_PER_USER } from "./permission-population.ts";

/** What a database of Licet holds when a server starts on it. The script in `seeds/` creates it. */
export interface Content {
  readonly script: string;
  readonly arguments: readonly string[];
  readonly text: string;
}

const written = (count: number): string => count.toLocaleString("en");

export const applications = (count: number): Content => ({
  script: "seed-applications",
  arguments: [String(count)],
  text: `${written(count)} applications`,
});

/** Users with ten assignments each. The roles inherit from each other unless told otherwise. */
export const permissions = (users: number, { inheritance = true } = {}): Content => ({
  script: "seed-permissions",
  arguments: [String(users), inheritance ? "tree" : "flat"],
  text: `${written(users * ROLES_PER_USER)} assignments${inheritance ? "" : " of roles without inheritance"}`,
});

/** The same users and roles, without any assignment. */
export const unassignedUsers = (users: number): Content => ({
  script: "seed-permissions",
  arguments: [String(users), "unassigned"],
  text: `${written(users)} users without assignments`,
});

/** Users of the code flow who are signed in and have agreed. */
export const signedInUsers: Content = {
  script: "seed-code-flow",
  arguments: [],
  text: "signed-in users",
};
