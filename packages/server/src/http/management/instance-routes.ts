import { z } from "zod";
import { instanceFields } from "../../state/file/configuration-file-schema.ts";
import { type ApiRoute, apiRoute } from "../json/api-route.ts";
import { withPathMembers } from "../json/body-members.ts";
import { describedEntity, describedReplacement } from "../json/described.ts";
import { parsePreconditions } from "../json/etag.ts";
import { filterText, listQuery, search, toListFilter } from "../json/paging.ts";
import { answerList, countedPage, sortOf } from "./answer-list.ts";
import { type CollectionParts, cascadeQuery } from "./collection-routes.ts";
import { answerEntity, putEntity, requesterOf } from "./management-call.ts";
import { writeEntity } from "./write-entity.ts";

const PATH = "/resources/{name}/instances";
const tag = "resources";
const params = z.object({ name: z.string(), id: z.string() });
const schema = z.strictObject({ resource: z.string(), ...instanceFields });
const entity = describedEntity("Instance", schema);
/** As a filter: instances without a parent. The name of a parent contains a slash, so it is never this value. */
const NO_PARENT = "none";

/** Instances of a resource, such as order 42, with their parent and the attributes that conditions read. */
export function createInstanceRoutes(parts: CollectionParts): readonly ApiRoute[] {
  const { management } = parts;
  return [
    apiRoute({
      operation: "listInstances",
      method: "GET",
      path: PATH,
      permission: "licet:resources.read",
      tag,
      summary:
        "List the instances of a resource: all, those below `parent`, or with `parent=none` the topmost",
      params: z.object({ name: z.string() }),
      query: listQuery({ sort: sortOf("instance"), search, parent: filterText }),
      isCompressible: true,
      answers: {
        200: { description: "In the order of `sort`", schema: countedPage("InstancePage", entity) },
      },
      async handle({ params: { name }, query: { search, parent, ...paging } }) {
        await management.get("resource", name);
        const filter = toListFilter(
          { search, ...(parent !== undefined && parent !== NO_PARENT && { parent }) },
          { resource: name, ...(parent === NO_PARENT && { parent: null }) },
        );
        return answerList(parts, { kind: "instance", route: PATH, filter, paging }, async (items) =>
          items.map((stored) => writeEntity("instance", stored)),
        );
      },
    }),
    apiRoute({
      operation: "getInstance",
      method: "GET",
      path: `${PATH}/{id}`,
      permission: "licet:resources.read",
      tag,
      summary: "Read an instance",
      params,
      answers: { 200: { description: "As it is now", schema: entity, headers: ["ETag"] } },
      handle: async ({ params: { name, id } }) => answerEntity(management, "instance", `${name}/${id}`),
    }),
    apiRoute({
      operation: "replaceInstance",
      method: "PUT",
      path: `${PATH}/{id}`,
      permission: "licet:resources.write",
      tag,
      summary: "Create or replace an instance: its parent and its attributes",
      headers: ["If-Match", "If-None-Match"],
      params,
      body: describedReplacement("InstanceReplacement", schema, { inPath: ["resource", "id"] }),
      answers: {
        200: { description: "Replaced", schema: entity, headers: ["ETag"] },
        201: { description: "Created", schema: entity, headers: ["ETag"] },
      },
      async handle(call) {
        const { name, id } = call.params;
        await management.get("resource", name);
        const entry = withPathMembers(call.body, { resource: name, id });
        const result = await putEntity(management, call, {
          kind: "instance",
          id: `${name}/${id}`,
          state: { instances: [entry] },
          preconditions: parsePreconditions(call.request),
        });
        const status = result.effect === "created" ? 201 : 200;
        return answerEntity(management, "instance", result.id, { status, revision: result.revision });
      },
    }),
    apiRoute({
      operation: "deleteInstance",
      method: "DELETE",
      path: `${PATH}/{id}`,
      permission: "licet:resources.write",
      tag,
      summary: "Delete an instance",
      headers: ["If-Match"],
      params,
      query: cascadeQuery,
      answers: {
        204: { description: "Deleted; with `cascade`, also what is below it and what is assigned there" },
        409: { description: "Something still needs it" },
      },
      async handle(call) {
        const { name, id } = call.params;
        const { revision } = await management.delete(requesterOf(call), "instance", `${name}/${id}`, {
          cascade: call.query.cascade,
          preconditions: parsePreconditions(call.request),
        });
        return { status: 204, revision };
      },
    }),
  ];
}
