import { ACCESS_TOKEN_TYPES } from "@licet/engine/values/access-token-type.ts";
import { SIGNING_ALGORITHMS } from "@licet/engine/values/algorithms.ts";
import { z } from "zod";
import { withIssue } from "../../input/issue-from-zod.ts";
import { accessAccountEntry, applicationEntry } from "./application-schema.ts";
import {
  actionName,
  attributes,
  condition,
  customPermissionName,
  displayName,
  distinct,
  emailAddress,
  groupMember,
  groupName,
  instanceId,
  instanceKey,
  instant,
  listOf,
  listOfTexts,
  localizedName,
  localizedText,
  orText,
  principalName,
  reference,
  resourceIdentifier,
  resourceName,
  roleName,
  shortText,
  strictMap,
  userId,
  username,
} from "./file-values.ts";

export const instanceFields = {
  id: instanceId,
  /** An id of the same resource, or `<resource>/<id>`. */
  parent: z.exactOptional(reference),
  attributes: attributes.default({}),
};
const instanceEntry = strictMap(instanceFields).meta({ title: "ConfigurationInstance" });

export const resourceEntry = strictMap({
  name: resourceName,
  display_name: z.exactOptional(localizedName).meta({
    description: "What users read on the consent and account pages instead of the name.",
  }),
  identifier: resourceIdentifier,
  signing_alg: z.enum(SIGNING_ALGORITHMS).default("ES256"),
  access_token_type: z.enum(ACCESS_TOKEN_TYPES).default("at+jwt").meta({
    description:
      "The typ of its access tokens. JWT is for verifiers that refuse at+jwt; a token has it only when every resource that it is for says so. Risk: a verifier that does not check typ may take an ID token for an access token, so check that aud is your identifier.",
  }),
  actions: z.record(
    actionName,
    strictMap({ description: localizedText }).meta({ title: "Action", inputTitle: "ActionInput" }),
  ),
  instances: listOf(instanceEntry, (instance) => instance.id).default([]),
}).meta({ title: "ConfigurationResource" });

export const permissionEntry = strictMap({
  name: customPermissionName,
  description: localizedText,
}).meta({ title: "PermissionInput" });

/** A plain string means a grant without a condition. */
const grantEntry = orText(
  { title: "GrantInput", text: "PermissionName", maxLength: 300 },
  strictMap({ permission: reference, when: z.exactOptional(condition) }).meta({ title: "Grant" }),
  (permission) => ({ permission }),
);

export const roleEntry = strictMap({
  name: roleName,
  description: z.exactOptional(shortText),
  inherits: listOfTexts(roleName).default([]),
  grants: listOf(grantEntry, ({ permission, when }) =>
    when === undefined ? permission : `${permission} when ${when}`,
  ).default([]),
}).meta({ title: "RoleInput" });

export const groupEntry = strictMap({
  name: groupName,
  description: z.exactOptional(shortText),
  /** If omitted, the group keeps its members. */
  members: z.exactOptional(listOfTexts(groupMember)),
}).meta({ title: "GroupInput" });

export const userEntry = strictMap({
  /** Identifies a stored user, so the username can change. If omitted, the username identifies a stored or new user. */
  id: z.exactOptional(userId),
  username,
  password: z.exactOptional(z.string()),
  email: z.exactOptional(emailAddress),
  name: z.exactOptional(displayName),
  attributes: attributes.default({}),
  enabled: z.exactOptional(z.boolean()),
}).meta({ title: "ConfigurationUser" });

export const assignmentEntry = strictMap({
  principal: principalName,
  role: z.exactOptional(roleName),
  permission: z.exactOptional(reference),
  at: z.exactOptional(instanceKey),
  when: z.exactOptional(condition),
  expires_at: z.exactOptional(instant),
})
  .refine((assignment) => (assignment.role === undefined) !== (assignment.permission === undefined), {
    error: "needs exactly one of role and permission",
    ...withIssue({ code: "exactly_one_of", members: ["role", "permission"] }),
  })
  .meta({ title: "AssignmentInput", description: "Of `role` and `permission` exactly one" });

/** These entries add an instance, a member or an access account without the entry that contains it. */
export const looseInstanceEntry = strictMap({ resource: resourceName, ...instanceFields }).meta({
  title: "ConfigurationLooseInstance",
});
export const membershipEntry = strictMap({ group: groupName, member: groupMember }).meta({
  title: "ConfigurationMembership",
});
export const looseAccessAccountEntry = accessAccountEntry
  .safeExtend({ application: reference })
  .meta({ title: "ConfigurationLooseAccessAccount" });

/** A configuration file as its author writes it. References are still names, not ids. */
export const configurationFileSchema = strictMap({
  resources: listOf(resourceEntry, (resource) => resource.name).default([]),
  permissions: listOf(permissionEntry, (permission) => permission.name).default([]),
  roles: listOf(roleEntry, (role) => role.name).default([]),
  groups: listOf(groupEntry, (group) => group.name).default([]),
  users: listOf(userEntry, (user) => user.username)
    .superRefine(distinct((user) => user.email))
    .default([]),
  applications: listOf(
    applicationEntry,
    (application) => application.client_id ?? `name ${application.name}`,
  ).default([]),
  assignments: z.array(assignmentEntry).default([]),
  instances: listOf(looseInstanceEntry, ({ resource, id }) => `${resource}/${id}`).default([]),
  memberships: listOf(membershipEntry, ({ group, member }) => `${group} ${member}`).default([]),
  access_accounts: listOf(
    looseAccessAccountEntry,
    ({ application, access_key, name }) => access_key ?? `${application} ${name}`,
  ).default([]),
}).meta({ title: "Configuration" });

export type ConfigurationFile = z.output<typeof configurationFileSchema>;
export type ResourceEntry = ConfigurationFile["resources"][number];
export type UserEntry = ConfigurationFile["users"][number];
export type AssignmentEntry = ConfigurationFile["assignments"][number];
