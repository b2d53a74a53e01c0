import { z } from "zod";
import { generateId } from "../../core/ids.ts";
import { NotFoundError } from "../../management/errors.ts";
import type { ListFilter } from "../../management/stores.ts";
import { accessAccountEntry } from "../../state/file/application-schema.ts";
import { type ApiCall, type ApiRoute, apiRoute } from "../json/api-route.ts";
import { isObject, withPathMembers } from "../json/body-members.ts";
import {
  describedBody,
  describedEntity,
  describedReplacement,
  describedWithSecret,
} from "../json/described.ts";
import { parsePreconditions } from "../json/etag.ts";
import { filterFlag, filterText, listQuery, type Paging, search, toListFilter } from "../json/paging.ts";
import { answerList, countedPage, sortOf } from "./answer-list.ts";
import { type CollectionParts, cascadeQuery } from "./collection-routes.ts";
import { answerEntity, pathOf, putEntity, requesterOf, shownOnce } from "./management-call.ts";
import { writeEntity } from "./write-entity.ts";

const PATH = "/applications/{client_id}/access-accounts";
/** Tokens, events and assignments name an access account by its key, without its application. */
const PATH_OF_ALL = "/access-accounts";
const tag = "applications";
const application = z.object({ client_id: z.string() });
const params = z.object({ client_id: z.string(), access_key: z.string() });
const entity = describedEntity("AccessAccount", accessAccountEntry, {
  derived: z.object({ application: z.string() }),
  always: ["access_key", "enabled"],
});
const sort = sortOf("access_account");
const created = describedWithSecret("CreatedAccessAccount", entity, "secret_key");
const entityPage = countedPage("AccessAccountPage", entity);

/** The key pairs of an application: each acts for the application, within its own ceiling. */
export function createAccessAccountRoutes(parts: CollectionParts): readonly ApiRoute[] {
  const { management } = parts;
  const answerAccounts = (route: string, filter: ListFilter, paging: Paging & { readonly sort?: string }) =>
    answerList(parts, { kind: "access_account", route, filter, paging }, async (items) =>
      items.map((stored) => writeEntity("access_account", stored)),
    );
  /** Throws NotFoundError for an access account of another application. */
  const requireOwn = async ({ client_id, access_key }: z.output<typeof params>) => {
    const { value } = await management.get("access_account", access_key);
    if (value.applicationId !== client_id)
      throw new NotFoundError("this application has no such access account");
  };
  const put = async (call: ApiCall<z.output<typeof application>>, entry: unknown, id?: string) => {
    const result = await putEntity(management, call, {
      kind: "access_account",
      state: { access_accounts: [entry] },
      ...(id === undefined ? { create: true } : { id, preconditions: parsePreconditions(call.request) }),
    });
    const isNew = result.effect === "created";
    return answerEntity(management, "access_account", result.id, {
      status: isNew ? 201 : 200,
      revision: result.revision,
      once: shownOnce(result),
      ...(isNew && { location: pathOf(tag, call.params.client_id, "access-accounts", result.id) }),
    });
  };

  return [
    apiRoute({
      operation: "listAccessAccounts",
      method: "GET",
      path: PATH_OF_ALL,
      permission: "licet:applications.read",
      tag,
      summary: "List the access accounts of all applications",
      query: listQuery({ sort, search, application: filterText, enabled: filterFlag }),
      answers: { 200: { description: "In the order of `sort`", schema: entityPage } },
      async handle({ query: { search, application, enabled, ...paging } }) {
        const filter = toListFilter({ search, application, enabled });
        return answerAccounts(PATH_OF_ALL, filter, paging);
      },
    }),
    apiRoute({
      operation: "getAccessAccount",
      method: "GET",
      path: `${PATH_OF_ALL}/{access_key}`,
      permission: "licet:applications.read",
      tag,
      summary: "Read an access account by its key alone; `application` says whose it is",
      params: z.object({ access_key: z.string() }),
      answers: { 200: { description: "As it is now", schema: entity, headers: ["ETag"] } },
      handle: ({ params: { access_key } }) => answerEntity(management, "access_account", access_key),
    }),
    apiRoute({
      operation: "listApplicationAccessAccounts",
      method: "GET",
      path: PATH,
      permission: "licet:applications.read",
      tag,
      summary: "List the access accounts of an application",
      params: application,
      query: listQuery({ sort, search, enabled: filterFlag }),
      answers: { 200: { description: "In the order of `sort`", schema: entityPage } },
      async handle({ params: { client_id }, query: { search, enabled, ...paging } }) {
        await management.get("application", client_id);
        const filter = toListFilter({ search, enabled }, { application: client_id });
        return answerAccounts(PATH, filter, paging);
      },
    }),
    apiRoute({
      operation: "createAccessAccount",
      method: "POST",
      path: PATH,
      permission: "licet:applications.write",
      tag,
      summary: "Create an access account: a key pair that acts for the application",
      params: application,
      body: describedBody("AccessAccountInput", accessAccountEntry),
      answers: {
        201: {
          description: "Created; `secret_key` is shown this once",
          schema: created,
          headers: ["ETag", "Location"],
        },
      },
      async handle(call) {
        const { client_id } = call.params;
        await management.get("application", client_id);
        const { body } = call;
        const entry = isObject(body)
          ? { access_key: generateId("accessAccount"), ...body, application: client_id }
          : body;
        return put(call, entry);
      },
    }),
    apiRoute({
      operation: "getApplicationAccessAccount",
      method: "GET",
      path: `${PATH}/{access_key}`,
      permission: "licet:applications.read",
      tag,
      summary: "Read an access account",
      params,
      answers: { 200: { description: "As it is now", schema: entity, headers: ["ETag"] } },
      async handle({ params }) {
        await requireOwn(params);
        return answerEntity(management, "access_account", params.access_key);
      },
    }),
    apiRoute({
      operation: "replaceAccessAccount",
      method: "PUT",
      path: `${PATH}/{access_key}`,
      permission: "licet:applications.write",
      tag,
      summary: "Create or replace an access account",
      headers: ["If-Match", "If-None-Match"],
      params,
      body: describedReplacement("AccessAccountReplacement", accessAccountEntry, {
        inPath: ["application", "access_key"],
      }),
      answers: {
        200: { description: "Replaced", schema: entity, headers: ["ETag"] },
        201: {
          description: "Created; `secret_key` is shown this once",
          schema: created,
          headers: ["ETag", "Location"],
        },
      },
      async handle(call) {
        const { client_id, access_key } = call.params;
        await management.get("application", client_id);
        return put(call, withPathMembers(call.body, { application: client_id, access_key }), access_key);
      },
    }),
    apiRoute({
      operation: "deleteAccessAccount",
      method: "DELETE",
      path: `${PATH}/{access_key}`,
      permission: "licet:applications.write",
      tag,
      summary: "Delete an access account",
      headers: ["If-Match"],
      params,
      query: cascadeQuery,
      answers: { 204: { description: "Deleted" }, 409: { description: "Something is assigned to it" } },
      async handle(call) {
        await requireOwn(call.params);
        const { revision } = await management.delete(
          requesterOf(call),
          "access_account",
          call.params.access_key,
          { cascade: call.query.cascade, preconditions: parsePreconditions(call.request) },
        );
        return { status: 204, revision };
      },
    }),
  ];
}
