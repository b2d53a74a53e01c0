import { z } from "zod";
import { InvalidInputError } from "../../core/errors/errors.ts";
import { withoutDeadline } from "../../core/time/deadline.ts";
import type { WriteSnapshot } from "../../permissions/replica/write-snapshot.ts";
import { type ApiRoute, apiRoute } from "../json/api-route.ts";
import { queryFlag } from "../json/query-values.ts";
import type { RecordCall } from "../json/record-call.ts";
import { createNdjsonAnswer } from "./ndjson-answer.ts";
import { invalidResources, resources } from "./replica-query.ts";

const line = z
  .looseObject({
    kind: z.enum([
      "snapshot",
      "model",
      "user",
      "application",
      "access_account",
      "instance",
      "principal",
      "end",
    ]),
  })
  .meta({
    title: "SnapshotLine",
    description:
      "The first line has the revision, the last one the number of records between them. A snapshot without its last line is not complete",
  });

export interface SnapshotRouteDependencies {
  readonly writeSnapshot: WriteSnapshot;
  readonly recordCall: RecordCall;
  /** Aborted when the server begins to drain. */
  readonly stopping: AbortSignal;
}

/** What decisions read, for a copy outside of the server. */
export function createSnapshotRoute({
  writeSnapshot,
  recordCall,
  stopping,
}: SnapshotRouteDependencies): ApiRoute {
  return apiRoute({
    operation: "readSnapshot",
    method: "GET",
    path: "/snapshot",
    permission: "licet:replicate",
    tag: "changes",
    summary: "Read all data that decisions need, at one revision, for local checks",
    query: z.strictObject({
      resources: resources.optional(),
      usernames: queryFlag
        .default(false)
        .meta({ description: "With the usernames of users, so that checks can name users by them" }),
    }),
    answers: {
      200: { description: "One JSON object on each line", schema: line, mediaType: "application/x-ndjson" },
      503: { description: "Other snapshots are being written; try again after `Retry-After`" },
    },
    async handle(call) {
      const { query, request, reply } = call;
      const answer = createNdjsonAnswer(request, reply, stopping);
      const write = () =>
        writeSnapshot(query, {
          async begin({ revision, reads }) {
            // Stored before the first line is sent.
            await recordCall(call, {
              type: "snapshot.read",
              data: {
                revision,
                ...(query.resources && { resources: query.resources }),
                usernames: query.usernames,
                reads,
              },
            });
            answer.begin({ "licet-revision": revision });
          },
          write: answer.write,
        });
      try {
        // A snapshot has a limit of its own, and one of a million assignments takes longer than a request may.
        await withoutDeadline(write);
        answer.end();
      } catch (error) {
        if (error instanceof InvalidInputError) throw invalidResources(error);
        if (!answer.hasBegun) throw error;
        request.log.debug({ requestId: request.id, err: error }, "snapshot ended early");
        answer.abandon();
      }
      return { status: 200 };
    },
  });
}
