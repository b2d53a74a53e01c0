const TAGS: Readonly<Record<string, string>> = {
  instance: "resources",
  membership: "groups",
  access_account: "applications",
  secret: "applications",
  logo: "applications",
};

/** The permission to see what changed in an object of this kind: `licet:roles.read` for a role. */
export const readPermissionOf = (kind: string): string => `licet:${TAGS[kind] ?? `${kind}s`}.read`;
