/** What can be done with Licet itself: the actions of its own resource, which `licet:` stands before. */
export type LicetPermission =
  | `${"applications" | "resources" | "permissions" | "roles" | "groups" | "assignments" | "users" | "keys"}.${"read" | "write"}`
  | "audit.read"
  | "stats.read"
  | "check"
  | "explain"
  | "list"
  | "simulate";
