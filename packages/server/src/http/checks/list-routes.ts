import { writeAllowed } from "@licet/engine/internal/explain/write-explanation.ts";
import { writeTime } from "@licet/engine/internal/values/time.ts";
import { z } from "zod";
import type { Clients } from "../../accounts/clients.ts";
import type { User } from "../../accounts/entities.ts";
import type { Users } from "../../accounts/users.ts";
import { type Awaitable, allOf, whenReady } from "../../core/async/awaitable.ts";
import type { ListPermissions } from "../../permissions/list/list-permissions.ts";
import type { ListResources } from "../../permissions/list/list-resources.ts";
import type { ListSubjects } from "../../permissions/list/list-subjects.ts";
import { type ApiRoute, apiRoute } from "../json/api-route.ts";
import type { Cursors } from "../json/cursor.ts";
import { nextCursor, revision as revisionValue } from "../json/wire-values.ts";
import { requesterOf } from "../management/management-call.ts";
import { ProblemError } from "../problems.ts";
import { cutPage, paging, parsePaging, writeCursor } from "./check-paging.ts";
import {
  atLeast,
  context,
  name,
  parseQuestionContext,
  resource,
  resourceOrInstance,
  subject,
} from "./check-question.ts";
import { allowedSchema } from "./explanation-schema.ts";
import { createShowValues } from "./show-values.ts";

export interface ListRouteDependencies {
  readonly listPermissions: ListPermissions;
  readonly listResources: ListResources;
  readonly listSubjects: ListSubjects;
  readonly users: Pick<Users, "find">;
  readonly clients: Clients;
  readonly cursors: Cursors;
}

const shared = { context: z.exactOptional(context), at_least: z.exactOptional(atLeast), ...paging };

const page = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), next_cursor: nextCursor, revision: revisionValue });

const heldPermissions = page(
  allowedSchema.partial({ via: true }).extend({ permission: z.string() }).meta({ title: "HeldPermission" }),
).meta({ title: "HeldPermissionPage" });
const permittedResources = page(
  z.strictObject({ type: z.string(), id: z.string() }).meta({ title: "PermittedResource" }),
)
  .extend({ all: z.boolean() })
  .meta({ title: "PermittedResourcePage" });
const permittedSubject = z
  .strictObject({
    type: z.enum(["user", "application"]),
    id: z.string(),
    username: z.string().optional().meta({ description: "Only of a user" }),
    name: z.string().optional().meta({
      description: "The display name. Of a user without one, or without licet:users.read, the username",
    }),
  })
  .meta({ title: "PermittedSubject" });
const permittedSubjects = page(permittedSubject).meta({ title: "PermittedSubjectPage" });

const answers = (description: string, schema: z.ZodType) => ({
  200: { description, schema },
});

/** Lists permissions, instances and subjects. A check would allow each item. */
export function createListRoutes(dependencies: ListRouteDependencies): readonly ApiRoute[] {
  return [
    createPermissionsRoute(dependencies),
    createResourcesRoute(dependencies),
    createSubjectsRoute(dependencies),
  ];
}

function createPermissionsRoute({ listPermissions, clients, cursors }: ListRouteDependencies): ApiRoute {
  return apiRoute({
    operation: "listSubjectPermissions",
    method: "POST",
    path: "/list/permissions",
    permission: "licet:list",
    isDecision: true,
    tag: "lists",
    summary: "List the permissions that a subject holds",
    body: z
      .strictObject({
        subject,
        resource: z.exactOptional(resourceOrInstance),
        explain: z.boolean().default(false).meta({
          description: "With the path that gives each; the token needs `licet:explain` as well",
        }),
        ...shared,
      })
      .meta({ title: "SubjectPermissionsRequest" }),
    answers: answers("In the order of their names", heldPermissions),
    async handle({ body, caller }) {
      const { at_least, context: said, explain, limit, cursor, deadline_ms, ...asked } = body;
      if (explain && !caller.permissions.has("licet:explain"))
        throw new ProblemError("forbidden", "an explanation needs licet:explain");
      const scope = { route: "/list/permissions", filters: [asked, said] };
      const wanted = parsePaging(cursors, scope, {
        limit,
        deadline_ms,
        ...(cursor !== undefined && { cursor }),
      });
      const request = { ...asked, ...(await parseQuestionContext(said, clients)) };
      const { permissions, revision } = await listPermissions(request, at_least);
      const { items, next } = cutPage(permissions, ({ permission }) => permission, wanted);
      const show = createShowValues(caller.permissions);
      const written = items.map(({ permission, until, ...held }) => {
        const expiry = until === undefined ? undefined : { expires_at: writeTime(until) };
        if (!explain) return { permission, ...expiry };
        const { via, within } = writeAllowed(held.explain(), show);
        return { permission, ...expiry, via, within };
      });
      return {
        status: 200,
        body: { items: written, ...writeCursor(cursors, scope, next), revision },
        revision,
      };
    },
  });
}

function createResourcesRoute({ listResources, clients, cursors }: ListRouteDependencies): ApiRoute {
  return apiRoute({
    operation: "listPermittedResources",
    method: "POST",
    path: "/list/resources",
    permission: "licet:list",
    isDecision: true,
    tag: "lists",
    summary: "List the instances at which a subject holds a permission",
    body: z
      .strictObject({ subject, permission: name, ...shared })
      .meta({ title: "PermittedResourcesRequest" }),
    isCompressible: true,
    answers: answers(
      "In the order of their ids. `all`: it holds at every instance, also at unregistered ones",
      permittedResources,
    ),
    async handle({ body }) {
      const { at_least, context: said, limit, cursor, deadline_ms, ...asked } = body;
      const scope = { route: "/list/resources", filters: [asked, said] };
      const wanted = parsePaging(cursors, scope, {
        limit,
        deadline_ms,
        ...(cursor !== undefined && { cursor }),
      });
      const request = { ...asked, ...(await parseQuestionContext(said, clients)), page: wanted };
      const { items, all, next, revision } = await listResources(request, at_least);
      const type = asked.permission.slice(0, asked.permission.indexOf(":"));
      return {
        status: 200,
        body: {
          items: items.map((id) => ({ type, id })),
          all,
          ...writeCursor(cursors, scope, next),
          revision,
        },
        revision,
      };
    },
  });
}

function createSubjectsRoute({ listSubjects, users, clients, cursors }: ListRouteDependencies): ApiRoute {
  const withName = (
    { type, id }: ListedSubject,
    permissions: ReadonlySet<string>,
  ): Awaitable<NamedSubject> => {
    if (type === "application")
      return whenReady(clients.find(id), (client) => ({ type, id, name: client?.application.name }));
    // The display name is personal data, so it needs the permission that other lists need for it.
    const mayReadNames = permissions.has("licet:users.read");
    return whenReady(users.find(id), (user) => nameUser(id, user, mayReadNames));
  };
  return apiRoute({
    operation: "listPermittedSubjects",
    method: "POST",
    path: "/list/subjects",
    permission: "licet:list",
    isDecision: true,
    tag: "lists",
    summary: "List the users and applications that hold a permission",
    body: z
      .strictObject({
        permission: name,
        resource: z.exactOptional(resource),
        type: z.exactOptional(z.enum(["user", "application"])),
        ...shared,
      })
      .meta({ title: "PermittedSubjectsRequest" }),
    isCompressible: true,
    answers: answers("Applications, then users, each in the order of their ids", permittedSubjects),
    async handle(call) {
      const { at_least, context: said, limit, cursor, deadline_ms, type, ...asked } = call.body;
      const { permissions } = requesterOf(call);
      const scope = { route: "/list/subjects", filters: [asked, type, said] };
      const wanted = parsePaging(cursors, scope, {
        limit,
        deadline_ms,
        ...(cursor !== undefined && { cursor }),
      });
      const {
        subjects: found,
        next,
        revision,
      } = await listSubjects(
        {
          ...asked,
          ...(type && { types: [type] }),
          ...(await parseQuestionContext(said, clients)),
          page: wanted,
        },
        at_least,
      );
      const items = await allOf(found.map((one) => withName(one, permissions)));
      return { status: 200, body: { items, ...writeCursor(cursors, scope, next), revision }, revision };
    },
  });
}

interface ListedSubject {
  readonly type: "user" | "application";
  readonly id: string;
}

type NamedSubject = z.output<typeof permittedSubject>;

const nameUser = (id: string, user: User | undefined, mayReadNames: boolean): NamedSubject => ({
  type: "user",
  id,
  ...(user && { name: (mayReadNames ? user.name : undefined) ?? user.username, username: user.username }),
});
