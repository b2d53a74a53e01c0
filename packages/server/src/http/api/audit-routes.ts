import { z } from "zod";
import type { StoredAuditEvent } from "../../audit/events.ts";
import type { AuditStore } from "../../audit/stores.ts";
import type { Clock } from "../../core/time.ts";
import { invalidInput } from "../problems.ts";
import { type ApiRoute, apiRoute } from "./api-route.ts";
import type { Cursors } from "./cursor.ts";
import { answerPage, filterText, listQuery, lookupText } from "./paging.ts";

const event = z.strictObject({
  id: z.int(),
  at: z.iso.datetime(),
  type: z.string(),
  actor: z.string(),
  target: z.string().optional(),
  ip: z.string().optional(),
  request_id: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});

const MINUTE_MILLISECONDS = 60_000;
const MAX_MINUTES = 1_440;
const DEFAULT_MINUTES = 60;
const time = z.exactOptional(
  z.iso
    .datetime({ offset: true, error: "expected a date and time with its zone, such as 2027-01-01T00:00:00Z" })
    .transform((text) => Math.floor(Date.parse(text) / MINUTE_MILLISECONDS)),
);

/** What happened, one by one and counted. */
export function createAuditRoutes(dependencies: {
  readonly audit: Pick<AuditStore, "list" | "counters">;
  readonly cursors: Cursors;
  readonly clock: Clock;
}): readonly ApiRoute[] {
  const { audit, cursors, clock } = dependencies;
  return [
    apiRoute({
      method: "GET",
      path: "/audit",
      permission: "licet:audit.read",
      tag: "audit",
      summary: "Read what happened, newest first",
      query: listQuery({ type: filterText, actor: filterText, target: filterText, request_id: filterText }),
      answers: {
        200: {
          description: "Nothing secret is ever in it",
          schema: z.object({ items: z.array(event), next_cursor: z.string().optional() }),
        },
      },
      async handle({ query: { type, actor, target, request_id: requestId, ...paging } }) {
        const given = Object.entries({ type, actor, target, requestId }).filter(
          ([, value]) => value !== undefined,
        );
        const filter = Object.fromEntries(given);
        return answerPage(cursors, { route: "/audit", filters: filter }, paging, async ({ limit, after }) => {
          const before = after === undefined ? {} : { before: Number(after) };
          const events = await audit.list({ ...filter, ...before }, limit + 1);
          const items = events.slice(0, limit);
          const last = items.at(-1);
          const next = events.length > limit && last ? { next: String(last.id) } : {};
          return { items: items.map(writeEvent), ...next };
        });
      },
    }),
    apiRoute({
      method: "GET",
      path: "/stats",
      permission: "licet:stats.read",
      tag: "stats",
      summary: "Read a counter, minute by minute: tokens_issued, scopes_refused, token_errors, …",
      query: z.strictObject({ name: lookupText, from: time, to: time }),
      answers: {
        200: {
          description: `Up to ${MAX_MINUTES} minutes; minutes in which nothing happened are left out`,
          schema: z.object({
            name: z.string(),
            items: z.array(z.object({ minute: z.iso.datetime(), label: z.string(), count: z.int() })),
          }),
        },
      },
      async handle({ query: { name, from, to } }) {
        const last = to ?? Math.floor(clock.milliseconds() / MINUTE_MILLISECONDS);
        const first = from ?? last - DEFAULT_MINUTES;
        if (first > last || last - first > MAX_MINUTES)
          throw invalidInput([{ pointer: "/query/from", detail: `up to ${MAX_MINUTES} minutes before to` }]);
        const counters = await audit.counters(name, first, last);
        const items = counters.map(({ minute, label, count }) => ({
          minute: new Date(minute * MINUTE_MILLISECONDS).toISOString(),
          label,
          count,
        }));
        return { status: 200, body: { name, items } };
      },
    }),
  ];
}

const writeEvent = ({ id, at, type, actor, target, ip, requestId, data }: StoredAuditEvent) => ({
  id,
  at: new Date(at).toISOString(),
  type,
  actor,
  ...(target !== undefined && { target }),
  ...(ip !== undefined && { ip }),
  ...(requestId !== undefined && { request_id: requestId }),
  ...(data !== undefined && { data }),
});
