import { z } from "zod";
import type { LookAlikeSearch, LookAlikes } from "../../accounts/look-alikes.ts";
import { type ApiRoute, apiRoute } from "../json/api-route.ts";
import { list } from "../json/wire-values.ts";

const lookAlikeUser = z
  .strictObject({ id: z.string(), username: z.string(), email: z.string().optional() })
  .meta({ title: "LookAlikeUser" });

const lookAlikes = z
  .strictObject({
    name: z
      .string()
      .meta({ description: "The name as it is compared: without case and compatibility forms" }),
    users: z.array(lookAlikeUser),
  })
  .meta({ title: "LookAlikes" });

/** Users whose names an administrator has to separate: older versions accepted them. */
export function createLookAlikeRoutes({
  lookAlikes: search,
}: {
  readonly lookAlikes: Pick<LookAlikeSearch, "list">;
}): readonly ApiRoute[] {
  return [
    apiRoute({
      operation: "listLookAlikes",
      method: "GET",
      path: "/users:look-alikes",
      permission: "licet:users.read",
      tag: "users",
      summary: "List the users whose usernames or email addresses look alike",
      answers: {
        200: {
          description: "Stored by older versions; change one name of each group",
          schema: list("LookAlikesList", lookAlikes),
        },
      },
      async handle() {
        return { status: 200, body: { items: (await search.list()).map(writeLookAlikes) } };
      },
    }),
  ];
}

const writeLookAlikes = ({ name, users }: LookAlikes) => ({
  name,
  users: users.map(({ id, username, email }) => ({ id, username, ...(email !== undefined && { email }) })),
});
