import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import type { Management } from "../../directory/write/create-management.ts";
import { MAX_ATOMIC_BYTES, MAX_ATOMIC_LINES, SET_LINES } from "../../import/gather-sets.ts";
import { importLine } from "../../import/import-line-schema.ts";
import { runImport } from "../../import/run-import.ts";
import type { VerifyBearer } from "../../oauth/tokens/verify-bearer.ts";
import { renewDeadline } from "../answer-in-time.ts";
import { allowLongBody, endLongBody } from "../connection/long-bodies.ts";
import { type ApiRoute, apiRoute, NDJSON } from "../json/api-route.ts";
import { describedBy } from "../json/described.ts";
import { describeSchema } from "../json/openapi/describe-schema.ts";
import { queryFlag } from "../json/query-values.ts";
import { revision } from "../json/wire-values.ts";
import { ProblemError } from "../problems.ts";
import { ARRIVAL_MILLISECONDS, receiveBody } from "./import-body.ts";
import { requesterOf } from "./management-call.ts";

/** One set has as long as any other request; an import that is stored as a whole has more to write at once. */
const SET_MILLISECONDS = 8_000;
const WHOLE_MILLISECONDS = 60_000;

/** Other changes wait for the lines that are stored at once. */
const RUN_MILLISECONDS = 200;

/** For the description alone: each line is parsed when it has arrived. */
const line = describedBy(() => ({ ...describeSchema(importLine, "input"), title: "ImportLine" }));
const count = z.int().min(0);
const result = z
  .strictObject({
    last_line_stored: count.meta({ description: "All lines up to this one are stored" }),
    created: count,
    updated: count,
    unchanged: count,
    revision: revision.optional(),
  })
  .meta({ title: "ImportResult" });

/** Stores a million lines in one call. Each set of lines is like a call of its own: planned, guarded, audited. */
export function createImportRoute(dependencies: {
  readonly management: Pick<Management, "storeImportSet">;
  readonly verifyBearer: VerifyBearer;
}): ApiRoute {
  const { management, verifyBearer } = dependencies;
  return apiRoute({
    operation: "import",
    method: "POST",
    path: "/import",
    permission: "licet:import",
    tag: "import",
    summary: `Store many entities and assignments, in sets of ${SET_LINES} lines that are each stored as a whole`,
    query: z.strictObject({
      atomic: queryFlag.default(false).meta({
        description: `All lines or none: at most ${MAX_ATOMIC_LINES} of ${MAX_ATOMIC_BYTES} bytes together`,
      }),
    }),
    body: line,
    bodyType: NDJSON,
    answers: {
      200: { description: "Every line is stored", schema: result },
      409: { description: "A line was refused: `last_line_stored` and `refused` say where it goes on" },
      413: { description: "The lines of an atomic import are too large together: `refused` names the line" },
    },
    async handle(call) {
      const { request, query } = call;
      if (request.headers["content-type"] === undefined)
        throw new ProblemError("unsupported_media_type", `send ${NDJSON}`);
      const { socket } = request.raw;
      const body = receiveBody(request.raw);
      const setMilliseconds = query.atomic ? WHOLE_MILLISECONDS : SET_MILLISECONDS;
      const awaitLines = () => {
        body.beginSet();
        renewDeadline(request, ARRIVAL_MILLISECONDS + setMilliseconds);
      };
      allowLongBody(socket);
      try {
        awaitLines();
        const progress = await runImport({
          chunks: body.chunks,
          atomic: query.atomic,
          runMilliseconds: RUN_MILLISECONDS,
          async store(set) {
            renewDeadline(request, setMilliseconds);
            // The token may have expired or been revoked since the last set.
            const caller = await verifyBearer(request.headers.authorization, "licet:import");
            const stored = await management.storeImportSet(requesterOf({ ...call, caller }), set, {
              isFinal: query.atomic || set.lines.length <= SET_LINES,
            });
            awaitLines();
            // Checks come first: they wait for a set at most.
            await nextTurn();
            return stored;
          },
        });
        const { lastLineStored, revision: at, ...counts } = progress;
        return {
          status: 200,
          body: { last_line_stored: lastLineStored, ...counts, ...(at !== undefined && { revision: at }) },
          ...(at !== undefined && { revision: at }),
        };
      } finally {
        endLongBody(socket);
      }
    },
  });
}
