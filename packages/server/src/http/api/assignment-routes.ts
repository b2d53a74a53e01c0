import { z } from "zod";
import type { Assignment } from "../../permissions/entities.ts";
import { withFault } from "../../state/fault-of-issue.ts";
import { assignmentEntry } from "../../state/state-file-schema.ts";
import { type ApiCall, type ApiRoute, apiRoute } from "./api-route.ts";
import type { CollectionParts } from "./collection-routes.ts";
import { describedBody, describedEntity, describedPage } from "./described.ts";
import { preconditionsOf } from "./etag.ts";
import { answerEntity, pathOf, putEntity, requesterOf, withPlacesInBody } from "./management-call.ts";
import { describeSchema } from "./openapi.ts";
import { answerPage, filterText, listQuery, toListFilter } from "./paging.ts";
import { findPrincipalDetails, principalDetails } from "./principal-details.ts";
import { writeEntity } from "./wire.ts";

const MAX_BATCH = 1_000;
const BATCH_BYTES = 1024 * 1024;
const tag = "assignments";
const entity = describedEntity(assignmentEntry, principalDetails);
const id = z.string().min(1).max(64);

const batch = z
  .strictObject({
    create: z.array(z.unknown()).default([]),
    delete: z.array(id).default([]),
  })
  .refine(({ create, delete: gone }) => create.length + gone.length <= MAX_BATCH, {
    error: `at most ${MAX_BATCH} at once`,
    ...withFault({ code: "too_many", maximum: MAX_BATCH }),
  });

/** Who was given what, where and until when. */
export function createAssignmentRoutes(
  { management, cursors }: CollectionParts,
  findPrincipal: (name: string) => Promise<string>,
): readonly ApiRoute[] {
  const deriveFor =
    ({ caller }: ApiCall) =>
    async ({ principal }: Assignment) => {
      const detailsOf = await findPrincipalDetails(management.directory, [principal], caller.permissions);
      return detailsOf(principal);
    };

  return [
    apiRoute({
      method: "GET",
      path: "/assignments",
      permission: "licet:assignments.read",
      tag,
      summary: "List assignments, of one principal or role, say",
      query: listQuery({ principal: filterText, role: filterText, permission: filterText, at: filterText }),
      answers: { 200: { description: "In the order of ids", schema: describedPage(entity) } },
      async handle({ caller, query: { principal, role, permission, at, ...paging } }) {
        const stored = principal === undefined ? undefined : await findPrincipal(principal);
        const filter = toListFilter({ principal: stored, role, permission, at });
        return answerPage(cursors, { route: "/assignments", filters: filter }, paging, async (query) => {
          const { items, ...rest } = await management.directory.page("assignment", { ...query, filter });
          const principals = items.map(({ value }) => value.principal);
          const detailsOf = await findPrincipalDetails(management.directory, principals, caller.permissions);
          const written = items.map((stored) => ({
            ...writeEntity("assignment", stored),
            ...detailsOf(stored.value.principal),
          }));
          return { items: written, ...rest };
        });
      },
    }),
    apiRoute({
      method: "POST",
      path: "/assignments",
      permission: "licet:assignments.write",
      tag,
      summary: "Assign a role or a permission",
      body: describedBody(assignmentEntry),
      answers: {
        200: { description: "It was assigned already; `expires_at` is now as given", schema: entity },
        201: { description: "Assigned", schema: entity },
      },
      async handle(call) {
        const state = { assignments: [call.body] };
        const result = await putEntity(management, call, { kind: "assignment", state });
        return answerEntity(management, "assignment", result.id, {
          derive: deriveFor(call),
          status: result.effect === "created" ? 201 : 200,
          revision: result.revision,
          location: pathOf(tag, result.id),
        });
      },
    }),
    apiRoute({
      method: "POST",
      path: "/assignments:batch",
      permission: "licet:assignments.write",
      tag,
      summary: `Make and take away up to ${MAX_BATCH} assignments, all or none`,
      bodyLimitBytes: BATCH_BYTES,
      body: batch.meta({
        properties: {
          create: { type: "array", items: describeSchema(assignmentEntry, "input") },
          delete: { type: "array", items: { type: "string" } },
        },
      }),
      answers: {
        200: {
          description: "All of it was done",
          schema: z.object({
            created: z.array(z.object({ id, effect: z.enum(["created", "updated", "unchanged"]) })),
            deleted: z.array(id),
            revision: z.int(),
          }),
        },
      },
      async handle(call) {
        const result = await withPlacesInBody(
          ([, ...rest]) => ["create", ...rest],
          () => management.assign(requesterOf(call), call.body),
        );
        return { status: 200, body: result, revision: result.revision };
      },
    }),
    apiRoute({
      method: "GET",
      path: "/assignments/{id}",
      permission: "licet:assignments.read",
      tag,
      summary: "Read an assignment",
      params: z.object({ id: z.string() }),
      answers: { 200: { description: "As it is now", schema: entity } },
      handle: async (call) =>
        answerEntity(management, "assignment", call.params.id, { derive: deriveFor(call) }),
    }),
    apiRoute({
      method: "DELETE",
      path: "/assignments/{id}",
      permission: "licet:assignments.write",
      tag,
      summary: "Take an assignment away",
      headers: ["If-Match"],
      params: z.object({ id: z.string() }),
      answers: { 204: { description: "Gone, for every check and token from now on" } },
      async handle(call) {
        const options = { cascade: false, preconditions: preconditionsOf(call.request) };
        const { revision } = await management.delete(
          requesterOf(call),
          "assignment",
          call.params.id,
          options,
        );
        return { status: 204, revision };
      },
    }),
  ];
}
