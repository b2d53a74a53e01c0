import { z } from "zod";
import { UnknownRevisionError } from "../../core/errors/errors.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import type { VerifyBearer } from "../../oauth/tokens/verify-bearer.ts";
import type { ChangeLogStore } from "../../operations/stores.ts";
import { acceptsEvents } from "../event-stream/event-stream.ts";
import { type ApiCall, type ApiRoute, apiRoute } from "../json/api-route.ts";
import { queryFlag, queryInteger } from "../json/query-values.ts";
import type { RecordCall } from "../json/record-call.ts";
import { changedEntity, revision, time } from "../json/wire-values.ts";
import { invalidInput, ProblemError } from "../problems.ts";
import { reads, resources } from "../replica/replica-query.ts";
import type { ReplicaStreams } from "../replica/replica-stream.ts";
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
  readonly replicaStreams: ReplicaStreams;
  readonly recordCall: RecordCall;
  readonly verifyBearer: VerifyBearer;
  readonly stopping: AbortSignal;
}): ApiRoute {
  const { changeLog, feed, replicaStreams, recordCall } = dependencies;
  const stream = createChangeStream(dependencies);

  async function followAsReplica(
    call: ApiCall,
    { after, reads: held = [], resources: limited, usernames = false }: ReplicaQuery,
  ): Promise<void> {
    replicaStreams.requireRoom();
    const limits = { ...(limited && { resources: limited }), usernames, reads: held };
    // Stored before the first value is sent.
    await recordCall(call, { type: "changes.followed", data: { after, ...limits } });
    replicaStreams.open(call.request, call.reply, { after, ...limits });
  }

  /** A reader waits for what it has not read yet, and may have heard of it before this node. */
  const reach = async (revision: number): Promise<void> => {
    try {
      await feed.confirm(revision);
    } catch (error) {
      if (!(error instanceof UnknownRevisionError)) throw error;
      throw new ProblemError("temporarily_unavailable", `${error.message}; try again after Retry-After`);
    }
  };

  return apiRoute({
    operation: "listChanges",
    method: "GET",
    path: "/changes",
    permission: "licet:changes.read",
    tag: "changes",
    summary: "Read what changed after a revision; as server-sent events with Accept: text/event-stream",
    headers: ["Last-Event-ID"],
    otherPermission: { permission: "licet:replicate", isNeeded: isForReplica },
    query: z.strictObject({
      after: queryInteger(0, Number.MAX_SAFE_INTEGER).default(0),
      limit: queryInteger(1, MAX_PAGE).default(100),
      for: z
        .enum(["replica"], { error: "expected replica" })
        .optional()
        .meta({ description: "Server-sent events with the values that changed; needs `licet:replicate`" }),
      reads: reads.optional(),
      resources: resources.optional(),
      usernames: queryFlag.optional().meta({ description: "Of a copy: as its snapshot was asked for" }),
    }),
    isCompressible: true,
    answers: {
      200: { description: "Oldest first", schema: answer, isAlsoStream: true },
      410: { description: "The log does not reach back that far: read all data again" },
      503: { description: "This node has not reached that revision" },
    },
    async handle(call) {
      const { query, request, reply } = call;
      const { after, limit } = query;
      const isStream = acceptsEvents(request.headers.accept);
      const from = parseLastEventId(request.headers["last-event-id"]) ?? after;
      if (isForReplica(query)) {
        if (!isStream) throw new ProblemError("bad_request", "for=replica needs Accept: text/event-stream");
        await followAsReplica(call, { ...query, after: from });
        return { status: 200 };
      }
      requireNoReplicaMembers(query);
      if (isStream) {
        await reach(from);
        stream(request, reply, { applicationId: call.caller.client.application.id, after: from });
        return { status: 200 };
      }
      await reach(after);
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

interface ReplicaQuery {
  readonly after: number;
  readonly reads?: readonly string[] | undefined;
  readonly resources?: readonly string[] | undefined;
  readonly usernames?: boolean | undefined;
}

const isForReplica = (query: unknown): boolean => (query as { readonly for?: unknown }).for === "replica";

/** Without `for=replica` they would have no effect, and the caller would believe in limits that do not hold. */
function requireNoReplicaMembers(query: Readonly<Record<string, unknown>>): void {
  const given = ["reads", "resources", "usernames"].filter((name) => query[name] !== undefined);
  if (given.length === 0) return;
  throw invalidInput(
    given.map((name) => ({
      pointer: `/query/${name}`,
      detail: "only with for=replica",
      code: "unknown_member",
    })),
  );
}

/** The id that a browser's EventSource sends when it reconnects. */
const parseLastEventId = (eventId: string | string[] | undefined): number | undefined =>
  typeof eventId === "string" && /^\d{1,15}$/.test(eventId) ? Number(eventId) : undefined;
