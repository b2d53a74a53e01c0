import { z } from "zod";
import type { Management } from "../../management/create-management.ts";
import type { EntityKind } from "../../state/change.ts";
import { type ApiRoute, apiRoute } from "../json/api-route.ts";
import { isObject, withPathMembers } from "../json/body-members.ts";
import type { Cursors } from "../json/cursor.ts";
import {
  describedBody,
  describedEntity,
  describedReplacement,
  describedWithSecret,
} from "../json/described.ts";
import { parsePreconditions } from "../json/etag.ts";
import type { Tag } from "../json/openapi/tags.ts";
import { type Filter, listQuery, type Paging, search, toListFilter } from "../json/paging.ts";
import { queryFlag } from "../json/query-values.ts";
import { idOrUsername } from "../json/wire-values.ts";
import { invalidInput } from "../problems.ts";
import { answerList, countedPage, sortOf } from "./answer-list.ts";
import { answerEntity, pathOf, putEntity, requesterOf, shownOnce } from "./management-call.ts";
import { writeEntity } from "./write-entity.ts";

/** Entities of one kind that can be listed, created, read, replaced and deleted by their name. */
export interface Collection {
  readonly kind: EntityKind;
  /** `/roles`; the permissions have the same name, `licet:roles.read`. */
  readonly path: `/${Tag}`;
  /** The member of the state's entry that holds its name. */
  readonly key: "name" | "client_id" | "username";
  /** The name of the path parameter, if the path accepts more than that member. */
  readonly param?: string;
  /** Used in summaries: `a role`. */
  readonly one: string;
  /** Used in the names of operations and components: `Role`, `listRoles`. */
  readonly noun: { readonly one: string; readonly many: string };
  readonly schema: z.ZodType;
  /** Optional members of a request that every answer has. */
  readonly always?: readonly string[];
  /** Members of the entry that have their own routes. */
  readonly without?: readonly string[];
  readonly filters?: Readonly<Record<string, z.ZodType>>;
  /** Translates filter names of callers to stored values. Default: the names themselves. */
  readonly toFilter?: (asked: Filter) => Promise<Filter>;
  /** Translates the name in the path to an id. Default: the name is the id. */
  readonly findId?: (name: string) => Promise<string>;
  /** The members that PUT adds to the body. Default: the name of the path. */
  readonly toEntry?: (body: unknown, name: string, id: string) => unknown;
  /** The members that POST adds, such as an id that the caller may omit. */
  readonly toNewEntry?: (body: unknown) => unknown;
  /** The member that shows a generated secret, once. */
  readonly secret?: "client_secret";
  readonly derived?: DerivedMembers;
}

/** Members that are not part of the entry: they are derived from other stored data, and only answers have them. */
export interface DerivedMembers {
  readonly schema: z.ZodObject;
  /** Reads the members for a whole page at once; the returned function gives the members of each id. */
  find(ids: readonly string[]): Promise<(id: string) => object>;
}

const NOTHING_DERIVED: DerivedMembers = { schema: z.object({}), find: async () => () => ({}) };

export interface CollectionParts {
  readonly management: Management;
  readonly cursors: Cursors;
}

export const cascadeQuery = z.strictObject({
  cascade: queryFlag.default(false).meta({ description: "Delete what depends on it as well" }),
});

export function createCollectionRoutes(collection: Collection, parts: CollectionParts): readonly ApiRoute[] {
  const { management } = parts;
  const { kind, path, key, one, noun, schema, without = [], filters = {}, param = key } = collection;
  const tag = path.slice(1) as Tag;
  const read = `licet:${tag}.read` as const;
  const write = `licet:${tag}.write` as const;
  const single = `${path}/{${param}}`;
  const named = param === key ? z.string() : idOrUsername;
  const params = z.object({ [param]: named }) as z.ZodType<Record<string, string>>;
  const nameOf = (given: Record<string, string>) => given[param] ?? "";
  const findId = collection.findId ?? (async (name: string) => name);
  const toFilter = collection.toFilter ?? (async (asked: Filter) => asked);
  const toNewEntry = collection.toNewEntry ?? ((body: unknown) => body);
  const { derived = NOTHING_DERIVED, secret } = collection;
  const derivedNames = Object.keys(derived.schema.shape);
  const toEntry =
    collection.toEntry ?? ((body, name) => withPathMembers(body, { [key]: name }, derivedNames));
  const entity = describedEntity(noun.one, schema, {
    derived: derived.schema,
    always: collection.always ?? [],
  });
  const created = secret === undefined ? entity : describedWithSecret(`Created${noun.one}`, entity, secret);
  const deriveFor = (id: string) => async () => (await derived.find([id]))(id);

  return [
    apiRoute({
      operation: `list${noun.many}`,
      method: "GET",
      path,
      permission: read,
      tag,
      summary: `List ${tag}`,
      query: listQuery({ sort: sortOf(kind), search, ...filters }) as unknown as z.ZodType<ListQuery>,
      isCompressible: true,
      answers: {
        200: { description: "In the order of `sort`", schema: countedPage(`${noun.one}Page`, entity) },
      },
      async handle({ query: { limit, cursor, sort, ...asked } }) {
        const filter = toListFilter(await toFilter(asked));
        const paging = {
          limit,
          ...(sort !== undefined && { sort }),
          ...(cursor !== undefined && { cursor }),
        };
        return answerList(parts, { kind, route: path, filter, paging }, async (items) => {
          const entities = items.map((stored) => writeEntity(kind, stored));
          const derivedMembersOf = await derived.find(entities.map(({ id }) => id));
          return entities.map((item) => ({ ...item, ...derivedMembersOf(item.id) }));
        });
      },
    }),
    apiRoute({
      operation: `create${noun.one}`,
      method: "POST",
      path,
      permission: write,
      tag,
      summary: `Create ${one}`,
      body: describedBody(`${noun.one}Input`, schema, without),
      answers: {
        201: {
          description: "Created; a generated secret is shown only in this answer",
          schema: created,
          headers: ["ETag", "Location"],
        },
        409: { description: "It exists already" },
      },
      async handle(call) {
        const entry = toNewEntry(refuseMembers(call.body, without));
        const result = await putEntity(management, call, { kind, create: true, state: { [tag]: [entry] } });
        return answerEntity(management, kind, result.id, {
          status: 201,
          revision: result.revision,
          location: pathOf(tag, result.id),
          derive: deriveFor(result.id),
          once: shownOnce(result),
        });
      },
    }),
    apiRoute({
      operation: `get${noun.one}`,
      method: "GET",
      path: single,
      permission: read,
      tag,
      summary: `Read ${one}`,
      params,
      isCompressible: true,
      answers: {
        200: { description: "As it is now", schema: entity, headers: ["ETag"] },
        404: { description: "It does not exist" },
      },
      async handle({ params }) {
        const id = await findId(nameOf(params));
        return answerEntity(management, kind, id, { derive: deriveFor(id) });
      },
    }),
    apiRoute({
      operation: `replace${noun.one}`,
      method: "PUT",
      path: single,
      permission: write,
      tag,
      summary: `Create or replace ${one}`,
      headers: ["If-Match", "If-None-Match"],
      params,
      body: describedReplacement(`${noun.one}Replacement`, schema, {
        without,
        ...(param === key ? { inPath: [key] } : { optional: [key] }),
        derived: derived.schema,
      }),
      answers: {
        200: { description: "Replaced", schema: entity, headers: ["ETag"] },
        201: {
          description: "Created; a generated secret is shown only in this answer",
          schema: created,
          headers: ["ETag"],
        },
        412: { description: "It has another version" },
      },
      async handle(call) {
        const name = nameOf(call.params);
        const id = await findId(name);
        const result = await putEntity(management, call, {
          kind,
          id,
          state: { [tag]: [toEntry(refuseMembers(call.body, without), name, id)] },
          preconditions: parsePreconditions(call.request),
        });
        return answerEntity(management, kind, result.id, {
          status: result.effect === "created" ? 201 : 200,
          revision: result.revision,
          derive: deriveFor(result.id),
          once: shownOnce(result),
        });
      },
    }),
    apiRoute({
      operation: `delete${noun.one}`,
      method: "DELETE",
      path: single,
      permission: write,
      tag,
      summary: `Delete ${one}`,
      headers: ["If-Match"],
      params,
      query: cascadeQuery,
      answers: {
        204: { description: "Deleted, with everything that depended on it when `cascade` is true" },
        409: { description: "Other entities still need it: `used_by` names them" },
      },
      async handle(call) {
        const id = await findId(nameOf(call.params));
        const { revision } = await management.delete(requesterOf(call), kind, id, {
          cascade: call.query.cascade,
          preconditions: parsePreconditions(call.request),
        });
        return { status: 204, revision };
      },
    }),
  ];
}

type ListQuery = Filter & Paging & { readonly sort?: string };

/** Members with their own routes are unknown here, and the error is the same as for any other unknown member. */
function refuseMembers(body: unknown, without: readonly string[]): unknown {
  const found = isObject(body) ? without.filter((name) => Object.hasOwn(body, name)) : [];
  if (found.length > 0)
    throw invalidInput(
      found.map((name) => ({
        pointer: `/${name}`,
        detail: "unknown member: it has routes of its own",
        code: "unknown_member",
      })),
    );
  return body;
}
