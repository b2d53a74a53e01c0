import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { z } from "zod";
import type { DirectoryStore } from "../../directory/directory-store.ts";

/** The readable name of a principal. The identifier of a group is already its name. */
export const principalDetails = z.object({
  principal_details: z
    .strictObject({
      name: z.string(),
      username: z.string().optional(),
      application: z.string().optional(),
      application_name: z.string().optional(),
    })
    .meta({
      title: "PrincipalDetails",
      description:
        "What the principal is called: `username` of a user, `application` and its name of an access account. Not there for groups and `user:*`, nor for those that the token may not read",
    })
    .optional(),
});

type Details = z.output<typeof principalDetails>;

/**
 * Reads the details for a whole page, with one query for each type. A caller that may read assignments may lack the
 * permission to read the names of users or applications.
 */
export async function findPrincipalDetails(
  directory: Pick<DirectoryStore, "findMany">,
  principals: readonly string[],
  permissions: ReadonlySet<string>,
): Promise<(principal: string) => Details> {
  const idsOf = (type: string, permission: string): string[] =>
    permissions.has(permission)
      ? principals.filter((key) => key.startsWith(`${type}:`)).map((key) => key.slice(type.length + 1))
      : [];
  const users = await directory.findMany("user", idsOf("user", "licet:users.read"));
  const accounts = await directory.findMany(
    "access_account",
    idsOf("access_account", "licet:applications.read"),
  );
  const applications = await directory.findMany("application", [
    ...idsOf("application", "licet:applications.read"),
    ...accounts.map(({ applicationId }) => applicationId),
  ]);
  const applicationNames = new Map(applications.map(({ id, name }) => [id, name]));
  const details = new Map<string, NonNullable<Details["principal_details"]>>([
    ...users.map(
      ({ id, name, username }) =>
        [formatPrincipalKey("user", id), { name: name ?? username, username }] as const,
    ),
    ...applications.map(({ id, name }) => [formatPrincipalKey("application", id), { name }] as const),
    ...accounts.map(
      ({ accessKey, applicationId, name = accessKey }) =>
        [
          formatPrincipalKey("access_account", accessKey),
          {
            name,
            application: applicationId,
            application_name: applicationNames.get(applicationId) ?? applicationId,
          },
        ] as const,
    ),
  ]);
  return (principal) => {
    const found = details.get(principal);
    return found ? { principal_details: found } : {};
  };
}
