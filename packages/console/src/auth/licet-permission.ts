/** The actions of Licet's own resource; the full permission has the prefix `licet:`. */
export type LicetPermission =
  | `${"applications" | "resources" | "permissions" | "roles" | "groups" | "assignments" | "users" | "keys"}.${"read" | "write"}`
  | "audit.read"
  | "stats.read"
  | "check"
  | "explain"
  | "list"
  | "simulate"
  | "escalate";
