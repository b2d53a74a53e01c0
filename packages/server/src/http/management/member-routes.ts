import { formatPrincipalKey, parsePrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { z } from "zod";
import { KINDS } from "../../directory/kinds/kinds.ts";
import { GROUP_MEMBER } from "../../directory/kinds/values.ts";
import { NotFoundError } from "../../directory/write/errors.ts";
import { type ApiRoute, apiRoute } from "../json/api-route.ts";
import { describedEntity } from "../json/described.ts";
import { listQuery, type Paging } from "../json/paging.ts";
import { idOrUsername } from "../json/wire-values.ts";
import { answerList, countedPage } from "./answer-list.ts";
import type { CollectionParts } from "./collection-routes.ts";
import { answerEntity, putEntity, requesterOf } from "./management-call.ts";
import { writeEntity } from "./write-entity.ts";

const PATH = "/groups/{name}/members";
const GROUPS_OF_USER = "/users/{id}/groups";
const tag = "groups";
const params = z.object({
  name: z.string(),
  member: z
    .string()
    .meta({ ...GROUP_MEMBER, description: "`user:` with the id or the username, or `group:` with the name" }),
});
const entity = describedEntity("Membership", KINDS.membership.entry);
const entityPage = countedPage("MembershipPage", entity);

/** The members of a group: users and other groups, named `user:alice`, `user:usr_…` or `group:support`. */
export function createMemberRoutes(
  parts: CollectionParts,
  findUserId: (name: string) => Promise<string>,
): readonly ApiRoute[] {
  const { management } = parts;
  const answerMemberships = (route: string, equals: Record<string, string>, paging: Paging) =>
    answerList(parts, { kind: "membership", route, filter: { equals }, paging }, async (items) =>
      items.map((stored) => writeEntity("membership", stored)),
    );
  const findMembershipId = async (group: string, member: string) => {
    const named = parsePrincipalKey(member);
    if (named?.type === "user") return `${group}/${formatPrincipalKey("user", await findUserId(named.id))}`;
    if (named?.type !== "group") throw new NotFoundError("a member is named user:… or group:…");
    return `${group}/${member}`;
  };
  return [
    apiRoute({
      operation: "listGroupMembers",
      method: "GET",
      path: PATH,
      permission: "licet:groups.read",
      tag,
      summary: "List the members of a group",
      params: z.object({ name: z.string() }),
      query: listQuery({}),
      isCompressible: true,
      answers: { 200: { description: "In the order of ids", schema: entityPage } },
      async handle({ params: { name }, query }) {
        await management.get("group", name);
        return answerMemberships(PATH, { group: name }, query);
      },
    }),
    apiRoute({
      operation: "listUserGroups",
      method: "GET",
      path: GROUPS_OF_USER,
      permission: "licet:groups.read",
      tag,
      summary: "List the groups that a user is a direct member of",
      params: z.object({ id: idOrUsername }),
      query: listQuery({}),
      isCompressible: true,
      answers: { 200: { description: "In the order of ids", schema: entityPage } },
      async handle({ params: { id }, query }) {
        const { value: user } = await management.get("user", await findUserId(id));
        return answerMemberships(GROUPS_OF_USER, { member: formatPrincipalKey("user", user.id) }, query);
      },
    }),
    apiRoute({
      operation: "addGroupMember",
      method: "PUT",
      path: `${PATH}/{member}`,
      permission: "licet:groups.write",
      tag,
      summary: "Add a user or a group to a group",
      params,
      answers: {
        200: { description: "It was a member already", schema: entity, headers: ["ETag"] },
        201: { description: "It is a member now", schema: entity, headers: ["ETag"] },
        409: { description: "A group would contain itself" },
      },
      async handle(call) {
        const { name: group, member } = call.params;
        await management.get("group", group);
        const result = await putEntity(management, call, { kind: "membership", entry: { group, member } });
        const status = result.effect === "created" ? 201 : 200;
        return answerEntity(management, "membership", result.id, { status, revision: result.revision });
      },
    }),
    apiRoute({
      operation: "removeGroupMember",
      method: "DELETE",
      path: `${PATH}/{member}`,
      permission: "licet:groups.write",
      tag,
      summary: "Remove a user or a group from a group",
      params,
      answers: { 204: { description: "Removed" }, 404: { description: "It is not a member" } },
      async handle(call) {
        const { name, member } = call.params;
        const id = await findMembershipId(name, member);
        const options = { cascade: false, preconditions: {} };
        const { revision } = await management.delete(requesterOf(call), "membership", id, options);
        return { status: 204, revision };
      },
    }),
  ];
}
