import { REFUSAL_REASONS } from "@licet/engine/internal/refusal.ts";
import { z } from "zod";
import type { StoredAuditEvent } from "../../audit/events.ts";
import { ANY_REASON, type AuditPosition, type AuditStore } from "../../audit/stores.ts";
import { withIssue } from "../../input/issue-from-zod.ts";
import { type ApiRoute, apiRoute } from "../json/api-route.ts";
import type { Cursors } from "../json/cursor.ts";
import { answerPage, filterText, filterTime, listQuery } from "../json/paging.ts";
import { queryInteger, queryText } from "../json/query-values.ts";
import { count, page, revision, time } from "../json/wire-values.ts";
import { withholdChanges } from "./withhold-changes.ts";

const changedMember = z
  .strictObject({
    before: z.unknown().optional().meta({ description: "Absent when there was none" }),
    after: z.unknown().optional().meta({ description: "Absent when there is none any more" }),
    before_length: count.optional().meta({ description: "In place of a long value: its bytes as JSON" }),
    after_length: count.optional().meta({ description: "In place of a long value: its bytes as JSON" }),
    changed: z.literal(true).optional().meta({ description: "Of a password or a secret: never its value" }),
  })
  .meta({ title: "ChangedMember" });

/** Each type of event has its own members; these are shared by several types. */
const data = z
  .looseObject({
    revision: revision.optional().meta({ description: "Of a change: the revision that has it" }),
    because: z.string().optional().meta({ description: "The deletion whose cascade deleted this" }),
    principal: z.string().optional().meta({ description: "Of an assignment: who has or had it" }),
    role: z.string().optional().meta({ description: "Of an assignment" }),
    permission: z.string().optional().meta({ description: "Of an assignment" }),
    at: z.string().optional().meta({ description: "Of an assignment: the instance that it holds for" }),
    conditional: z.literal(true).optional().meta({ description: "Of an assignment: it has a condition" }),
    expires_at: time.optional().meta({ description: "Of an assignment" }),
    replaced: z.literal(true).optional().meta({ description: "Of an assignment: it was there before" }),
    changes: z.record(z.string(), changedMember).optional().meta({
      description:
        "Of a change: the members that it created, changed or deleted, by their names in the API; for tokens that may also read what was changed (`licet:roles.read` for a role)",
    }),
    changes_withheld: z.literal(true).optional().meta({
      description: "Of a change: `changes` is left out, because the token may not read what was changed",
    }),
    changes_erased: z.literal(true).optional().meta({
      description: "Of a change: an operator removed `changes` from the audit log",
    }),
    truncated: z.literal(true).optional().meta({
      description: "Of a change: some values were too long; `changes` has their lengths instead",
    }),
    group: z.string().optional().meta({ description: "Of a membership" }),
    member: z.string().optional().meta({ description: "Of a membership: `user:usr_…` or `group:support`" }),
    count: count
      .optional()
      .meta({ description: "Of a row that stands for many failures: how many, beside those with rows" }),
  })
  .meta({
    title: "AuditEventData",
    description: "Further details; each type of event has its own members",
  });

const event = z
  .strictObject({
    id: count,
    at: time,
    type: z.string(),
    actor: z.string(),
    target: z.string().optional(),
    ip: z.string().optional(),
    request_id: z.string().optional(),
    data: data.optional(),
  })
  .meta({ title: "AuditEvent" });

/** Each beginning takes a query of its own. */
const MAX_TYPES = 20;

const filterType = z.exactOptional(
  queryText
    .refine((text) => text.split(",").length <= MAX_TYPES, {
      error: `has more than ${MAX_TYPES} types`,
      ...withIssue({ code: "too_many", maximum: MAX_TYPES }),
    })
    .meta({
      description: `A type, or its beginning with a point at the end (\`role.\`); several, at most ${MAX_TYPES}, have commas between them (\`role.created,role.updated\`)`,
    }),
);
const filterId = z.exactOptional(queryInteger(0, Number.MAX_SAFE_INTEGER));

/** Lists audit events. */
export function createAuditRoutes(dependencies: {
  readonly audit: Pick<AuditStore, "list">;
  readonly cursors: Cursors;
}): readonly ApiRoute[] {
  const { audit, cursors } = dependencies;
  return [
    apiRoute({
      operation: "listAuditEvents",
      method: "GET",
      path: "/audit",
      permission: "licet:audit.read",
      tag: "audit",
      summary: "List audit events, newest first",
      query: listQuery({
        type: filterType,
        actor: filterText,
        target: filterText,
        request_id: filterText,
        except_application: filterText,
        refused: z.exactOptional(
          z.enum([ANY_REASON, ...REFUSAL_REASONS]).meta({
            description: "Only events with a scope that was refused for this reason, or for `any`",
          }),
        ),
        error: z.exactOptional(
          z
            .string()
            .regex(/^[a-z_]{1,64}$/)
            .meta({ description: "Only failures with this error code: `invalid_client`, …" }),
        ),
        from: filterTime,
        to: filterTime,
        after: filterId,
      }),
      isCompressible: true,
      answers: {
        200: {
          description: "No event contains a secret",
          schema: page("AuditEventPage", event),
        },
      },
      async handle({ caller, query: { limit, cursor, ...asked } }) {
        const { request_id: requestId, except_application: exceptApplication, ...others } = asked;
        const given = Object.entries({ ...others, requestId, exceptApplication }).filter(
          ([, value]) => value !== undefined,
        );
        const filter = Object.fromEntries(given);
        const paging = { limit, ...(cursor !== undefined && { cursor }) };
        return answerPage(cursors, { route: "/audit", filters: filter }, paging, async ({ limit, after }) => {
          const before = after === undefined ? {} : { before: parsePosition(after) };
          const events = await audit.list({ ...filter, ...before }, limit + 1);
          const items = events.slice(0, limit);
          const last = items.at(-1);
          const next = events.length > limit && last ? { next: writePosition(last) } : {};
          return { items: items.map((event) => writeEvent(event, caller.permissions)), ...next };
        });
      },
    }),
  ];
}

const writePosition = ({ at, id }: AuditPosition): string => `${at} ${id}`;
const parsePosition = (text: string): AuditPosition => {
  const [at, id] = text.split(" ");
  return { at: Number(at), id: Number(id) };
};

const writeEvent = (
  { id, at, type, actor, target, ip, requestId, data }: StoredAuditEvent,
  permissions: ReadonlySet<string>,
) => ({
  id,
  at: new Date(at).toISOString(),
  type,
  actor,
  ...(target !== undefined && { target }),
  ...(ip !== undefined && { ip }),
  ...(requestId !== undefined && { request_id: requestId }),
  ...(data !== undefined && { data: withholdChanges(type, data, permissions) }),
});
