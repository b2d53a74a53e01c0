import type { Assignment } from "@licet/engine/internal/entities.ts";
import { z } from "zod";
import { KINDS } from "../../directory/kinds/kinds.ts";
import { withIssue } from "../../input/issue-from-zod.ts";
import { type ApiCall, type ApiRoute, apiRoute } from "../json/api-route.ts";
import { describedBody, describedEntity } from "../json/described.ts";
import { parsePreconditions } from "../json/etag.ts";
import { filterText, listQuery, toListFilter } from "../json/paging.ts";
import { revision } from "../json/wire-values.ts";
import { answerList, countedPage, sortOf } from "./answer-list.ts";
import type { CollectionParts } from "./collection-routes.ts";
import { answerEntity, pathOf, putEntity, requesterOf, withPlacesInBody } from "./management-call.ts";
import { findPrincipalDetails, principalDetails } from "./principal-details.ts";
import { writeEntity } from "./write-entity.ts";

const MAX_BATCH = 1_000;
const BATCH_BYTES = 1024 * 1024;
const tag = "assignments";
const entity = describedEntity("Assignment", KINDS.assignment.entry, { derived: principalDetails });
const body = describedBody("AssignmentInput", KINDS.assignment.entry);
const id = z.string().min(1).max(64);

const batch = z
  .strictObject({
    create: z.array(body).default([]),
    delete: z.array(id).default([]),
  })
  .refine(({ create, delete: deleted }) => create.length + deleted.length <= MAX_BATCH, {
    error: `at most ${MAX_BATCH} at once`,
    ...withIssue({ code: "too_many", maximum: MAX_BATCH }),
  })
  .meta({ title: "AssignmentChanges" });

const changed = z
  .strictObject({
    created: z.array(
      z
        .strictObject({ id, effect: z.enum(["created", "updated", "unchanged"]) })
        .meta({ title: "AssignmentEffect" }),
    ),
    deleted: z.array(id),
    revision,
  })
  .meta({ title: "AssignmentResults" });

/** Assignments: the principal, the role or permission, the instance and the expiry. */
export function createAssignmentRoutes(
  parts: CollectionParts,
  findPrincipal: (name: string) => Promise<string>,
): readonly ApiRoute[] {
  const { management } = parts;
  const deriveFor =
    ({ caller }: ApiCall) =>
    async ({ principal }: Assignment) => {
      const detailsOf = await findPrincipalDetails(management.directory, [principal], caller.permissions);
      return detailsOf(principal);
    };

  return [
    apiRoute({
      operation: "listAssignments",
      method: "GET",
      path: "/assignments",
      permission: "licet:assignments.read",
      tag,
      summary: "List assignments, for example of one principal or role",
      query: listQuery({
        sort: sortOf("assignment"),
        principal: filterText,
        role: filterText,
        permission: filterText,
        at: filterText,
      }),
      isCompressible: true,
      answers: {
        200: { description: "In the order of `sort`", schema: countedPage("AssignmentPage", entity) },
      },
      async handle({ caller, query: { principal, role, permission, at, ...paging } }) {
        const stored = principal === undefined ? undefined : await findPrincipal(principal);
        const filter = toListFilter({ principal: stored, role, permission, at });
        const asked = { kind: "assignment", route: "/assignments", filter, paging } as const;
        return answerList(parts, asked, async (items) => {
          const principals = items.map(({ value }) => value.principal);
          const detailsOf = await findPrincipalDetails(management.directory, principals, caller.permissions);
          return items.map((stored) => ({
            ...writeEntity("assignment", stored),
            ...detailsOf(stored.value.principal),
          }));
        });
      },
    }),
    apiRoute({
      operation: "createAssignment",
      method: "POST",
      path: "/assignments",
      permission: "licet:assignments.write",
      tag,
      summary: "Assign a role or a permission",
      body,
      answers: {
        200: {
          description: "It was assigned already; `expires_at` is now as given",
          schema: entity,
          headers: ["ETag", "Location"],
        },
        201: { description: "Assigned", schema: entity, headers: ["ETag", "Location"] },
      },
      async handle(call) {
        const result = await putEntity(management, call, { kind: "assignment", entry: call.body });
        return answerEntity(management, "assignment", result.id, {
          derive: deriveFor(call),
          status: result.effect === "created" ? 201 : 200,
          revision: result.revision,
          location: pathOf(tag, result.id),
        });
      },
    }),
    apiRoute({
      operation: "changeAssignments",
      method: "POST",
      path: "/assignments:batch",
      permission: "licet:assignments.write",
      tag,
      summary: `Create and delete up to ${MAX_BATCH} assignments, all or none`,
      bodyLimitBytes: BATCH_BYTES,
      body: batch,
      answers: { 200: { description: "All of it was done", schema: changed } },
      async handle(call) {
        const result = await withPlacesInBody(
          call.body,
          ([, ...rest]) => ["create", ...rest],
          () => management.assign(requesterOf(call), call.body),
        );
        return { status: 200, body: result, revision: result.revision };
      },
    }),
    apiRoute({
      operation: "getAssignment",
      method: "GET",
      path: "/assignments/{id}",
      permission: "licet:assignments.read",
      tag,
      summary: "Read an assignment",
      params: z.object({ id: z.string() }),
      answers: { 200: { description: "As it is now", schema: entity, headers: ["ETag"] } },
      handle: async (call) =>
        answerEntity(management, "assignment", call.params.id, { derive: deriveFor(call) }),
    }),
    apiRoute({
      operation: "deleteAssignment",
      method: "DELETE",
      path: "/assignments/{id}",
      permission: "licet:assignments.write",
      tag,
      summary: "Delete an assignment",
      headers: ["If-Match"],
      params: z.object({ id: z.string() }),
      answers: { 204: { description: "Deleted: checks and tokens no longer use it" } },
      async handle(call) {
        const options = { cascade: false, preconditions: parsePreconditions(call.request) };
        const deleted = await management.delete(requesterOf(call), "assignment", call.params.id, options);
        return { status: 204, revision: deleted.revision };
      },
    }),
  ];
}
