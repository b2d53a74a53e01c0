import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Clients } from "../../accounts/clients.ts";
import type { PageRequest } from "../../permissions/list/list-page.ts";
import type { ListPermissions } from "../../permissions/list/list-permissions.ts";
import type { ListResources } from "../../permissions/list/list-resources.ts";
import type { ListSubjects } from "../../permissions/list/list-subjects.ts";
import type { SubjectSource } from "../../permissions/subjects.ts";
import { cutPage } from "../checks/check-paging.ts";
import { addEndpoint } from "../endpoint.ts";
import type { Cursors } from "../json/cursor.ts";
import { AUTHZEN_PATHS } from "./authzen-paths.ts";
import { parseEvaluationContext, permissionOf } from "./evaluate.ts";
import {
  actionEntity,
  contextObject,
  parseRequest,
  resourceEntity,
  subjectEntity,
} from "./evaluation-request.ts";
import { type Found, pageObject, parsePage } from "./search-paging.ts";
import type { SubjectTypes } from "./subject-types.ts";

export interface SearchDependencies {
  readonly listPermissions: ListPermissions;
  readonly listResources: ListResources;
  readonly listSubjects: ListSubjects;
  readonly subjects: SubjectSource;
  readonly clients: Clients;
  readonly cursors: Cursors;
  readonly subjectTypes: SubjectTypes;
  /** The current revision, for answers that need no search. */
  readonly revision: () => number;
}

const shared = { context: z.exactOptional(contextObject), page: z.exactOptional(pageObject) };

export const searchRequests = {
  // §8.4.1: the id of the subject, if any, is ignored.
  subject: z.object({
    subject: subjectEntity.pick({ type: true }),
    action: actionEntity,
    resource: resourceEntity,
    ...shared,
  }),
  resource: z.object({
    subject: subjectEntity,
    action: actionEntity,
    resource: resourceEntity.pick({ type: true }),
    ...shared,
  }),
  action: z.object({ subject: subjectEntity, resource: resourceEntity, ...shared }),
};

/** §8: searches for subjects, resources and actions. An evaluation would allow each result. */
export function addSearchRoutes(app: FastifyInstance, dependencies: SearchDependencies): void {
  addSearch(app, dependencies, {
    path: AUTHZEN_PATHS.search_subject_endpoint,
    schema: searchRequests.subject,
    find: (asked, page) => findSubjects(dependencies, asked, page),
  });
  addSearch(app, dependencies, {
    path: AUTHZEN_PATHS.search_resource_endpoint,
    schema: searchRequests.resource,
    find: (asked, page) => findResources(dependencies, asked, page),
  });
  addSearch(app, dependencies, {
    path: AUTHZEN_PATHS.search_action_endpoint,
    schema: searchRequests.action,
    find: (asked, page) => findActions(dependencies, asked, page),
  });
}

interface Search<Schema extends z.ZodType> {
  readonly path: string;
  readonly schema: Schema;
  find(asked: z.output<Schema>, page: PageRequest): Promise<Found>;
}

function addSearch<Schema extends z.ZodType<{ page?: z.output<typeof pageObject> }>>(
  app: FastifyInstance,
  { cursors }: SearchDependencies,
  { path, schema, find }: Search<Schema>,
): void {
  addEndpoint(app, path, {
    async POST(request, reply) {
      const asked = parseRequest(schema, request.body);
      const { page: wanted, ...filters } = asked;
      const page = parsePage(cursors, { route: path, filters }, wanted);
      const found = await find(asked, page.request);
      reply.header("licet-revision", found.revision);
      return { page: page.write(found), results: found.results };
    },
  });
}

type Asked = Readonly<
  Record<"subject", { type: string; id: string; properties?: Record<string, unknown> }> &
    Record<"resource", { type: string; id: string; properties?: Record<string, unknown> }> &
    Record<"action", { name: string; properties?: Record<string, unknown> }>
> & { readonly context?: Record<string, unknown> };

async function findSubjects(
  { listSubjects, subjects, clients, subjectTypes, revision }: SearchDependencies,
  asked: Pick<Asked, "action" | "resource" | "context"> & { readonly subject: { readonly type: string } },
  page: PageRequest,
): Promise<Found> {
  const type = subjectTypes.get(asked.subject.type);
  // A search finds users and applications only, as `POST /list/subjects` does.
  if (type !== "user" && type !== "application") return { results: [], revision: revision() };
  const found = await listSubjects({
    permission: permissionOf(asked.resource.type, asked.action.name),
    resource: withAttributes(asked.resource),
    types: [type],
    ...(await parseEvaluationContext(asked, clients)),
    page,
  });
  // Callers know users by their usernames.
  const findName = async (id: string) =>
    type === "user" ? ((await subjects.find("user", id))?.attributes.name ?? id) : id;
  const ids = await Promise.all(found.subjects.map(({ id }) => findName(id)));
  return { ...found, results: ids.map((id) => ({ type: asked.subject.type, id })) };
}

async function findResources(
  { listResources, clients, subjectTypes, revision }: SearchDependencies,
  asked: Pick<Asked, "subject" | "action" | "context"> & { readonly resource: { readonly type: string } },
  page: PageRequest,
): Promise<Found> {
  const type = subjectTypes.get(asked.subject.type);
  if (type === undefined) return { results: [], revision: revision() };
  const found = await listResources({
    subject: { ...withAttributes(asked.subject), type },
    permission: permissionOf(asked.resource.type, asked.action.name),
    ...(await parseEvaluationContext(asked, clients)),
    page,
  });
  return { ...found, results: found.items.map((id) => ({ type: asked.resource.type, id })) };
}

async function findActions(
  { listPermissions, clients, subjectTypes, revision }: SearchDependencies,
  asked: Pick<Asked, "subject" | "resource" | "context">,
  page: PageRequest,
): Promise<Found> {
  const type = subjectTypes.get(asked.subject.type);
  if (type === undefined) return { results: [], revision: revision() };
  const found = await listPermissions({
    subject: { ...withAttributes(asked.subject), type },
    resource: withAttributes(asked.resource),
    ...(await parseEvaluationContext(asked, clients)),
  });
  const prefix = permissionOf(asked.resource.type, "");
  const names = found.permissions.map(({ permission }) => permission.slice(prefix.length));
  const { items, next } = cutPage(names, (name) => name, page);
  return {
    results: items.map((name) => ({ name })),
    ...(next !== undefined && { next }),
    revision: found.revision,
  };
}

/** Properties in a request are attributes that are not stored. */
const withAttributes = ({
  type,
  id,
  properties,
}: {
  readonly type: string;
  readonly id: string;
  readonly properties?: Record<string, unknown>;
}) => ({ type, id, ...(properties && { attributes: properties }) });
