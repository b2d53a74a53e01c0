import { z } from "zod";
import { applicationEntry } from "../file/application-schema.ts";
import {
  assignmentEntry,
  type ConfigurationFile,
  groupEntry,
  looseAccessAccountEntry,
  looseInstanceEntry,
  membershipEntry,
  permissionEntry,
  resourceEntry,
  roleEntry,
  userEntry,
} from "../file/configuration-file-schema.ts";

/** A line has the members of an entry of the configuration file, and its `kind`. */
const LINES = {
  resource: resourceEntry.safeExtend({ kind: z.literal("resource") }).meta({ title: "ImportedResource" }),
  permission: permissionEntry
    .safeExtend({ kind: z.literal("permission") })
    .meta({ title: "ImportedPermission" }),
  role: roleEntry.safeExtend({ kind: z.literal("role") }).meta({ title: "ImportedRole" }),
  group: groupEntry.safeExtend({ kind: z.literal("group") }).meta({ title: "ImportedGroup" }),
  // Without a password: a hash takes as long as ten thousand lines, and a line that is sent again would set it again.
  user: userEntry
    .omit({ password: true })
    .safeExtend({ kind: z.literal("user") })
    .meta({ title: "ImportedUser" }),
  membership: membershipEntry
    .safeExtend({ kind: z.literal("membership") })
    .meta({ title: "ImportedMembership" }),
  instance: looseInstanceEntry
    .safeExtend({ kind: z.literal("instance") })
    .meta({ title: "ImportedInstance" }),
  application: applicationEntry
    .safeExtend({ kind: z.literal("application") })
    .meta({ title: "ImportedApplication" }),
  access_account: looseAccessAccountEntry
    .safeExtend({ kind: z.literal("access_account") })
    .meta({ title: "ImportedAccessAccount" }),
  assignment: assignmentEntry
    .safeExtend({ kind: z.literal("assignment") })
    .meta({ title: "ImportedAssignment", description: "Of `role` and `permission` exactly one" }),
} as const;

export type ImportKind = keyof typeof LINES;
export const IMPORT_KINDS = Object.keys(LINES) as readonly ImportKind[];
export const isImportKind = (kind: unknown): kind is ImportKind =>
  typeof kind === "string" && Object.hasOwn(LINES, kind);

/** One entry of the import, as its author wrote it. References are still names, not ids. */
export type ImportEntry = { [K in ImportKind]: z.output<(typeof LINES)[K]> }[ImportKind];

export const lineSchemaOf = (kind: ImportKind): z.ZodType<ImportEntry> => LINES[kind];

/** Any line, for the description of the API. */
export const importLine = z
  .discriminatedUnion("kind", [
    LINES.assignment,
    LINES.user,
    LINES.role,
    LINES.group,
    LINES.membership,
    LINES.instance,
    LINES.resource,
    LINES.permission,
    LINES.application,
    LINES.access_account,
  ])
  .meta({ title: "ImportLine" });

/** The list of a configuration file that has the entries of a kind. */
export const SECTIONS: { readonly [K in ImportKind]: keyof ConfigurationFile } = {
  resource: "resources",
  permission: "permissions",
  role: "roles",
  group: "groups",
  user: "users",
  membership: "memberships",
  instance: "instances",
  application: "applications",
  access_account: "access_accounts",
  assignment: "assignments",
};
