import { z } from "zod";
import { flag } from "../../directory/kinds/field.ts";
import {
  ENTRY_KINDS,
  type EntryKind,
  isEntryKind,
  KINDS,
  kindOf,
  nounOf,
  permissionOf,
} from "../../directory/kinds/kinds.ts";
import type { Management } from "../../directory/write/create-management.ts";
import { NotFoundError } from "../../directory/write/errors.ts";
import { type ApiCall, type ApiRoute, apiRoute } from "../json/api-route.ts";
import { isObject, withPathMembers } from "../json/body-members.ts";
import type { Cursors } from "../json/cursor.ts";
import {
  describedBody,
  describedEntity,
  describedReplacement,
  describedWithSecret,
} from "../json/described.ts";
import { parsePreconditions } from "../json/etag.ts";
import {
  type Filter,
  filterFlag,
  filterText,
  listQuery,
  type Paging,
  search,
  toListFilter,
} from "../json/paging.ts";
import { queryFlag } from "../json/query-values.ts";
import { idOrUsername } from "../json/wire-values.ts";
import { invalidInput } from "../problems.ts";
import { answerList, countedPage, sortOf } from "./answer-list.ts";
import { answerEntity, pathOf, putEntity, requesterOf, shownOnce } from "./management-call.ts";
import { writeEntity } from "./write-entity.ts";

/** How the API offers the entities of a kind. What is absent follows from the kind. */
export interface Collection {
  readonly kind: EntryKind;
  /** The member that names an entity in a path. Default: the one that is its id. */
  readonly key?: string;
  /** The name of the path parameter, if the path accepts more than that member. */
  readonly param?: string;
  /** The schema of a body. Default: that of an entry. */
  readonly schema?: z.ZodType;
  readonly summaries?: { readonly list?: string; readonly create?: string; readonly replace?: string };
  /** Translates filters of callers to stored values. Default: the filters themselves. */
  readonly toFilter?: (asked: Filter) => Promise<Filter>;
  /** Translates the name in the path to an id. Default: the name is the id. */
  readonly findId?: (name: string, owner: string) => Promise<string>;
  /** The members that PUT adds to the body. Default: the names of the path. */
  readonly toEntry?: (body: unknown, name: string, id: string) => unknown;
  /** The id of a new entity that the caller leaves out. */
  readonly generateKey?: () => string;
  /** PUT alone creates entities: their callers know their ids. */
  readonly isCreatedByPut?: true;
  /** The answer to a PUT that creates an entity says where it is. */
  readonly isLocatedByPut?: true;
  /** Entities that are parts of others can also be listed and read by their id alone. */
  readonly isListedAlone?: true;
  readonly derived?: DerivedMembers;
}

/** Members that are not part of the entry: they are derived from other stored data, and only answers have them. */
export interface DerivedMembers {
  readonly schema: z.ZodObject;
  /** Reads the members for a whole page at once; the returned function gives the members of each id. */
  find(ids: readonly string[]): Promise<(id: string) => object>;
}

export interface CollectionParts {
  readonly management: Management;
  readonly cursors: Cursors;
}

export const cascadeQuery = z.strictObject({
  cascade: queryFlag.default(false).meta({ description: "Delete what depends on it as well" }),
});

type Names = Readonly<Record<string, string>>;
type ListQuery = Filter & Paging & { readonly sort?: string };
const NOTHING_DERIVED: DerivedMembers = { schema: z.object({}), find: async () => () => ({}) };

/** Entities of one kind that can be listed, created, read, replaced and deleted by their name. */
export function createCollectionRoutes(collection: Collection, parts: CollectionParts): readonly ApiRoute[] {
  const { management } = parts;
  const { kind, derived = NOTHING_DERIVED, summaries = {} } = collection;
  const described = describe(collection);
  const { owner, key, param, segment, tag, noun, one, many, ownParts, filters } = described;
  const path = owner === undefined ? `/${segment}` : `/${owner.segment}/{${owner.key}}/${segment}`;
  const single = `${path}/{${param}}`;
  const ofOwner = owner === undefined ? {} : { [owner.key]: z.string() };
  const ownerParams = z.object(ofOwner) as z.ZodType<Names>;
  const params = z.object({
    ...ofOwner,
    [param]: param === key ? z.string() : idOrUsername,
  }) as z.ZodType<Names>;
  const nameOf = (given: Names) => given[param] ?? "";
  const ownerOf = (given: Names) => given[owner?.key ?? ""] ?? "";
  const { findId = async (name: string) => name, toFilter = async (asked: Filter) => asked } = collection;
  const derivedNames = Object.keys(derived.schema.shape);
  const namesIn = (given: Names) => ({
    ...(owner && { [owner.kind]: ownerOf(given) }),
    [key]: nameOf(given),
  });
  const toEntry =
    collection.toEntry ??
    ((body: unknown, _name: string, _id: string, given: Names) =>
      withPathMembers(body, namesIn(given), derivedNames));
  const { entity, created, input, replacement } = describeBodies(collection, described);
  const page = countedPage(`${noun}Page`, entity);
  const deriveFor = (id: string) => async () => (await derived.find([id]))(id);
  const read = permissionOf(kind, "read");
  const write = permissionOf(kind, "write");

  /** Throws NotFoundError. */
  const requireOwner = async (given: Names) => {
    if (owner) await management.get(owner.kind, ownerOf(given));
  };
  /** Throws NotFoundError for an entity that is part of another one. */
  const findOwn = async (given: Names): Promise<string> => {
    const id = await findId(nameOf(given), ownerOf(given));
    if (!owner) return id;
    const { value } = await management.get(kind, id);
    if (kindOf(kind).members(value as never)[owner.kind] !== ownerOf(given))
      throw new NotFoundError(`this ${owner.kind} has no such ${kind.replace("_", " ")}`);
    return id;
  };
  const listRoute = (operation: string, listed: string, summary: string, isAlone: boolean) =>
    apiRoute({
      operation,
      method: "GET",
      path: listed,
      permission: read,
      tag,
      summary,
      ...(!isAlone && owner && { params: ownerParams }),
      query: listQuery({
        sort: sortOf(kind),
        search,
        ...(isAlone && owner && { [owner.kind]: filterText }),
        ...filters,
      }) as unknown as z.ZodType<ListQuery>,
      isCompressible: true,
      answers: { 200: { description: "In the order of `sort`", schema: page } },
      async handle({ params: given, query: { limit, cursor, sort, ...asked } }: ListCall) {
        if (!isAlone) await requireOwner(given);
        const fixed = isAlone || !owner ? {} : { [owner.kind]: ownerOf(given) };
        const filter = toListFilter(await toFilter(asked), fixed);
        const paging = {
          limit,
          ...(sort !== undefined && { sort }),
          ...(cursor !== undefined && { cursor }),
        };
        return answerList(parts, { kind, route: listed, filter, paging }, async (items) => {
          const entities = items.map((stored) => writeEntity(kind, stored));
          const derivedMembersOf = await derived.find(entities.map(({ id }) => id));
          return entities.map((item) => ({ ...item, ...derivedMembersOf(item.id) }));
        });
      },
    });
  const getRoute = (
    operation: string,
    at: string,
    summary: string,
    find: (given: Names) => Promise<string>,
  ) =>
    apiRoute({
      operation,
      method: "GET",
      path: at,
      permission: read,
      tag,
      summary,
      params: at === single ? params : (z.object({ [key]: z.string() }) as z.ZodType<Names>),
      isCompressible: true,
      answers: {
        200: { description: "As it is now", schema: entity, headers: ["ETag"] },
        ...(!owner && { 404: { description: "It does not exist" } }),
      },
      async handle({ params: given }) {
        const id = await find(given);
        return answerEntity(management, kind, id, { derive: deriveFor(id) });
      },
    });
  const locate = (given: Names, id: string) =>
    owner ? pathOf(owner.segment, ownerOf(given), segment, id) : pathOf(segment, id);
  const alone = collection.isListedAlone ? nounOf(owner?.kind ?? kind) : "";

  return [
    ...(collection.isListedAlone
      ? [
          listRoute(
            `list${many}`,
            `/${segment}`,
            `List ${segment.replace("-", " ")} of every ${owner?.kind}`,
            true,
          ),
          getRoute(
            `get${noun}`,
            `/${segment}/{${key}}`,
            `Read ${one} by its key alone; \`${owner?.kind}\` says whose it is`,
            async (given) => nameOf(given),
          ),
        ]
      : []),
    listRoute(`list${alone}${many}`, path, summaries.list ?? `List ${segment.replace("-", " ")}`, false),
    ...(collection.isCreatedByPut
      ? []
      : [
          apiRoute({
            operation: `create${noun}`,
            method: "POST",
            path,
            permission: write,
            tag,
            summary: summaries.create ?? `Create ${one}`,
            ...(owner && { params: ownerParams }),
            body: input,
            answers: {
              201: {
                description: "Created; a generated secret is shown only in this answer",
                schema: created,
                headers: ["ETag", "Location"],
              },
              ...(!owner && { 409: { description: "It exists already" } }),
            },
            async handle(call: ApiCall<Names>) {
              await requireOwner(call.params);
              const result = await putEntity(management, call, {
                kind,
                create: true,
                entry: toNewEntry(refuseMembers(call.body, ownParts), call.params),
              });
              return answerEntity(management, kind, result.id, {
                status: 201,
                revision: result.revision,
                location: locate(call.params, result.id),
                derive: deriveFor(result.id),
                once: shownOnce(result),
              });
            },
          }),
        ]),
    getRoute(`get${alone}${noun}`, single, `Read ${one}`, findOwn),
    apiRoute({
      operation: `replace${noun}`,
      method: "PUT",
      path: single,
      permission: write,
      tag,
      summary: summaries.replace ?? `Create or replace ${one}`,
      headers: ["If-Match", "If-None-Match"],
      params,
      body: replacement,
      answers: {
        200: { description: "Replaced", schema: entity, headers: ["ETag"] },
        201: {
          description: "Created; a generated secret is shown only in this answer",
          schema: created,
          headers: collection.isLocatedByPut ? ["ETag", "Location"] : ["ETag"],
        },
        ...(!owner && { 412: { description: "It has another version" } }),
      },
      async handle(call) {
        await requireOwner(call.params);
        const name = nameOf(call.params);
        const id = await findId(name, ownerOf(call.params));
        const result = await putEntity(management, call, {
          kind,
          id,
          entry: toEntry(refuseMembers(call.body, ownParts), name, id, call.params),
          preconditions: parsePreconditions(call.request),
        });
        const isNew = result.effect === "created";
        return answerEntity(management, kind, result.id, {
          status: isNew ? 201 : 200,
          revision: result.revision,
          derive: deriveFor(result.id),
          once: shownOnce(result),
          ...(isNew && collection.isLocatedByPut && { location: locate(call.params, result.id) }),
        });
      },
    }),
    apiRoute({
      operation: `delete${noun}`,
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
        const id = await findOwn(call.params);
        const { revision } = await management.delete(requesterOf(call), kind, id, {
          cascade: call.query.cascade,
          preconditions: parsePreconditions(call.request),
        });
        return { status: 204, revision };
      },
    }),
  ];

  function toNewEntry(body: unknown, given: Names): unknown {
    if (!isObject(body)) return body;
    return {
      ...(collection.generateKey && { [key]: collection.generateKey() }),
      ...body,
      ...(owner && { [owner.kind]: ownerOf(given) }),
    };
  }
}

type ListCall = ApiCall<Names, ListQuery>;

/** The words and paths of a collection, which follow from the kind. */
function describe({ kind, ...collection }: Collection) {
  const { section, area, owner, besides } = kindOf(kind);
  const key = collection.key ?? keyOf(kind);
  const noun = nounOf(kind);
  const words = kind.replace("_", " ");
  return {
    key,
    param: collection.param ?? key,
    segment: segmentOf(section || kind),
    tag: area.name,
    noun,
    many: `${noun}s`,
    one: `${/^[aeio]/.test(words) ? "an" : "a"} ${words}`,
    filters: filtersOf(kind, owner),
    /** Members of the entry that are entities with routes of their own. */
    ownParts: Object.keys(besides).filter((name) => ENTRY_KINDS.some((part) => KINDS[part].section === name)),
    ...(owner !== undefined &&
      isEntryKind(owner) && {
        owner: { kind: owner, key: keyOf(owner), segment: segmentOf(KINDS[owner].section) },
      }),
  };
}

const segmentOf = (section: string): string => section.replace("_", "-");

/** The member that is the id of an entity. */
function keyOf(kind: EntryKind): string {
  const { wire } = Object.values(kindOf(kind).fields).find(({ column }) => column === "id") ?? {};
  return wire || "id";
}

/** The filters of a list, as parameters of the query. */
function filtersOf(kind: EntryKind, owner: string | undefined): Readonly<Record<string, z.ZodType>> {
  const fields = Object.values(kindOf(kind).fields);
  const names = Object.keys(KINDS[kind].filters).filter((name) => name !== owner);
  return Object.fromEntries(
    names.map((name) => {
      const found = fields.find(({ wire }) => wire === name);
      if (found?.stored === flag) return [name, filterFlag];
      return [name, found?.schema instanceof z.ZodEnum ? z.exactOptional(found.schema) : filterText];
    }),
  );
}

function describeBodies(
  { kind, schema, derived = NOTHING_DERIVED }: Collection,
  { owner, key, param, noun, ownParts }: ReturnType<typeof describe>,
) {
  const { fields, besides, ownedEntry } = kindOf(kind);
  const body = schema ?? ownedEntry;
  const all = owner ? derived.schema.extend({ [owner.kind]: z.string() }) : derived.schema;
  const always = Object.values(fields).flatMap(({ wire, isOptional }) => (wire && !isOptional ? [wire] : []));
  const entity = describedEntity(noun, body, { derived: all, always, without: Object.keys(besides) });
  const secret = Object.keys(besides).find((name) => name === "client_secret" || name === "secret_key");
  return {
    entity,
    created: secret === undefined ? entity : describedWithSecret(`Created${noun}`, entity, secret),
    input: describedBody(`${noun}Input`, body, ownParts),
    replacement: describedReplacement(`${noun}Replacement`, body, {
      without: ownParts,
      ...(param === key ? { inPath: owner ? [owner.kind, key] : [key] } : { optional: [key] }),
      derived: all,
    }),
  };
}

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
