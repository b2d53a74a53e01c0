/** The topics of the operations, in the order of the document. */
export const TAGS = {
  checks: "May this subject do that? One by one, many at once, and why",
  lists: "What a subject may do, where it may do that, and who may",
  simulation: "What would change, before it is written",
  changes: "What was changed, for those who keep something in step with Licet",
  resources: "The APIs that Licet protects, with their actions and instances",
  permissions: "Permissions that belong to no resource",
  roles: "Permissions under one name; roles inherit from roles",
  groups: "Users and other groups under one name",
  users: "Users, their sessions, consents, password resets and lockouts",
  applications: "OAuth clients with their secrets, access accounts and logos",
  assignments: "Who has which role or permission, where and until when",
  keys: "The keys that sign tokens",
  audit: "What happened, and who did it",
  stats: "How often things happened",
  installation: "What runs here, and by which rules",
} as const;
export type Tag = keyof typeof TAGS;
