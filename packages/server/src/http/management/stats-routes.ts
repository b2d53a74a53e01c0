import type { Clock } from "@licet/engine/internal/values/time.ts";
import { z } from "zod";
import { type AuditStore, COUNTER_BUCKET_MINUTES, type CounterBucket } from "../../audit/stores.ts";
import { type ApiRoute, apiRoute } from "../json/api-route.ts";
import { filterTime } from "../json/paging.ts";
import { queryTexts } from "../json/query-values.ts";
import { count, time } from "../json/wire-values.ts";
import { invalidInput } from "../problems.ts";

const MINUTE_MILLISECONDS = 60_000;
const MAX_NAMES = 20;

/** How many buckets a request gets by default, and at most; the total counts in days. */
const BUCKETS: Readonly<
  Record<CounterBucket, { readonly defaultCount: number; readonly maximumCount: number }>
> = {
  minute: { defaultCount: 60, maximumCount: 1_440 },
  hour: { defaultCount: 24, maximumCount: 24 * 31 },
  day: { defaultCount: 30, maximumCount: 400 },
  total: { defaultCount: 30, maximumCount: 400 },
};

const bucketName = z.enum(["minute", "hour", "day", "total"]);
const counter = z
  .strictObject({ name: z.string(), minute: time, label: z.string(), count })
  .meta({ title: "Counter" });
const stats = z
  .strictObject({ name: z.string().optional(), bucket: bucketName, items: z.array(counter) })
  .meta({ title: "Stats" });

/** Counts of events, for charts. */
export function createStatsRoutes({
  audit,
  clock,
}: {
  readonly audit: Pick<AuditStore, "counters">;
  readonly clock: Clock;
}): readonly ApiRoute[] {
  return [
    apiRoute({
      operation: "getStats",
      method: "GET",
      path: "/stats",
      permission: "licet:stats.read",
      tag: "stats",
      summary:
        "Read counters by the minute, the hour or the day, or their totals: tokens_issued, scopes_refused, token_errors, …",
      query: z.strictObject({
        name: queryTexts(MAX_NAMES),
        bucket: bucketName.default("minute"),
        from: filterTime,
        to: filterTime,
      }),
      isCompressible: true,
      answers: {
        200: {
          description:
            "`minute` is the start of the bucket, in UTC; buckets without events are left out. The bucket `total` is the whole range. The requests of the console are not among those of applications: `console_tokens_issued`, `console_scopes_refused` and `console_token_errors` count them. `name` is present when the request has exactly one",
          schema: stats,
        },
      },
      async handle({ query: { name: names, bucket, from, to } }) {
        const { defaultCount, maximumCount } = BUCKETS[bucket];
        const unit = bucket === "total" ? "day" : bucket;
        const minutes = COUNTER_BUCKET_MINUTES[unit];
        const last = minuteOf(to ?? clock.milliseconds());
        const first = from === undefined ? last - defaultCount * minutes : minuteOf(from);
        if (first > last || last - first > maximumCount * minutes)
          throw invalidInput([
            {
              pointer: "/query/from",
              detail: `must be at most ${maximumCount} ${unit}s before to, and not after it`,
              code: "out_of_range",
              maximum: maximumCount,
            },
          ]);
        const counters = await audit.counters(names, first, last, bucket);
        const items = counters.map(({ name, minute, label, count }) => ({
          name,
          minute: new Date(minute * MINUTE_MILLISECONDS).toISOString(),
          label,
          count,
        }));
        return { status: 200, body: { ...(names.length === 1 && { name: names[0] }), bucket, items } };
      },
    }),
  ];
}

const minuteOf = (milliseconds: number): number => Math.floor(milliseconds / MINUTE_MILLISECONDS);
