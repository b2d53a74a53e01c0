/** The topics of the operations, in the order of the document. */
export const TAGS = {
  checks: "May this subject do that? One by one, many at once, and why",
  lists: "The permissions of a subject, the instances where it holds one, and the subjects that hold one",
  simulation: "The effect of changes before they are written",
  changes: "The change feed, for clients that keep a copy of the data",
  revocations: "Which access tokens are invalid before they expire, for servers of resources",
  resources: "The APIs that Licet protects, with their actions and instances",
  permissions: "Permissions that belong to no resource",
  roles: "Permissions under one name; roles inherit from roles",
  groups: "Users and other groups under one name",
  users: "Users, their sessions, consents, password resets and lockouts",
  applications: "OAuth clients with their secrets, access accounts and logos",
  assignments: "Who has which role or permission, where and until when",
  import: "Many entities and assignments in one call",
  keys: "The keys that sign tokens",
  audit: "What happened, and who did it",
  stats: "Counts of events over time",
  installation: "The version, the nodes, and the lifetimes and limits in force",
} as const;
export type Tag = keyof typeof TAGS;
