import { z } from "zod";
import type { ChangeFeed } from "../../core/change-feed.ts";
import type { ChangeLogStore } from "../../management/stores.ts";
import type { VerifyBearer } from "../../oauth/tokens/verify-bearer.ts";
import { type ApiRoute, apiRoute } from "../json/api-route.ts";
import { queryInteger } from "../json/query-values.ts";
import { changedEntity, revision, time } from "../json/wire-values.ts";
import { ProblemError } from "../problems.ts";
import { createChangeStream, writeChange } from "./change-stream.ts";

const MAX_PAGE = 1_000;

const changeSet = z
  .strictObject({ revision, at: time, actor: z.string(), changes: z.array(changedEntity) })
  .meta({ title: "ChangeSet" });
const answer = z
  .strictObject({
    changes: z.array(changeSet),
    next: revision.meta({ description: "The next `after`" }),
    revision,
  })
  .meta({ title: "ChangeSetPage" });

/** The changes since a revision: once, or as a stream for a client that keeps a copy of the data current. */
export function createChangesRoute(dependencies: {
  readonly changeLog: ChangeLogStore;
  readonly feed: ChangeFeed;
  readonly verifyBearer: VerifyBearer;
  readonly stopping: AbortSignal;
}): ApiRoute {
  const { changeLog, feed } = dependencies;
  const stream = createChangeStream(dependencies);

  return apiRoute({
    operation: "listChanges",
    method: "GET",
    path: "/changes",
    permission: "licet:changes.read",
    tag: "changes",
    summary: "Read what changed after a revision; as server-sent events with Accept: text/event-stream",
    headers: ["Last-Event-ID"],
    query: z.strictObject({
      after: queryInteger(0, Number.MAX_SAFE_INTEGER).default(0),
      limit: queryInteger(1, MAX_PAGE).default(100),
    }),
    isCompressible: true,
    answers: {
      200: { description: "Oldest first", schema: answer, isAlsoStream: true },
      410: { description: "The log does not reach back that far: read all data again" },
      503: { description: "This node has not reached that revision" },
    },
    async handle({ query: { after, limit }, request, reply }) {
      if (acceptsEvents(request.headers.accept)) {
        const from = parseLastEventId(request.headers["last-event-id"]) ?? after;
        await feed.confirm(from);
        stream(request, reply, from);
        return { status: 200 };
      }
      await feed.confirm(after);
      const { changes, complete } = await changeLog.listAfter(after, limit);
      if (!complete)
        throw new ProblemError("gone", "changes after this revision are no longer kept one by one");
      const next = changes.at(-1)?.revision ?? after;
      return {
        status: 200,
        body: { changes: changes.map(writeChange), next, revision: feed.revision },
        revision: feed.revision,
      };
    },
  });
}

const acceptsEvents = (accept: string | undefined): boolean =>
  accept?.split(",").some((type) => type.trim().split(";")[0] === "text/event-stream") ?? false;

/** The id that a browser's EventSource sends when it reconnects. */
const parseLastEventId = (eventId: string | string[] | undefined): number | undefined =>
  typeof eventId === "string" && /^\d{1,15}$/.test(eventId) ? Number(eventId) : undefined;
