import { z } from "zod";
import type { Client } from "../../accounts/entities.ts";
import type { RevocationFeed } from "../../oauth/tokens/revocation-feed.ts";
import { findRevocationView, type RevocationView } from "../../oauth/tokens/revocation-view.ts";
import type { FactSource } from "../../permissions/fact-source.ts";
import { acceptsEvents } from "../event-stream/event-stream.ts";
import { createStreamSlots } from "../event-stream/stream-slots.ts";
import { type ClientRoute, clientRoute } from "../json/client-route.ts";
import { queryInteger } from "../json/query-values.ts";
import { ProblemError } from "../problems.ts";
import { createRevocationStream } from "./revocation-stream.ts";
import { formatPosition, POSITION, parsePosition, revocation, writeRevocation } from "./revocation-wire.ts";

const MAX_PAGE = 1_000;

const position = z.string().regex(POSITION).meta({ description: "Opaque; valid for this application" });
const answer = z
  .strictObject({
    revocations: z.array(revocation),
    next: position.meta({ description: "The next `after`" }),
    more: z.boolean().meta({ description: "True when further pages are there now" }),
  })
  .meta({ title: "RevocationPage" });

/** The revocations of tokens for the resources that an application serves: once, or as a stream. */
export function createRevocationsRoute(dependencies: {
  readonly feed: RevocationFeed;
  readonly factSource: Pick<FactSource, "model">;
  readonly stopping: AbortSignal;
  readonly now: () => number;
}): ClientRoute {
  const { feed, factSource } = dependencies;
  const stream = createRevocationStream({ ...dependencies, slots: createStreamSlots() });

  async function getView({ application }: Client): Promise<RevocationView> {
    const view = findRevocationView(application, await factSource.model());
    if (!view) throw new ProblemError("forbidden", "the application serves no resource; see `serves`");
    return view;
  }

  return clientRoute({
    operation: "listRevocations",
    method: "GET",
    path: "/revocations",
    tag: "revocations",
    summary: "Read which access tokens were revoked; as server-sent events with Accept: text/event-stream",
    headers: ["Last-Event-ID"],
    query: z.strictObject({
      after: position.optional(),
      limit: queryInteger(1, MAX_PAGE).default(100),
    }),
    answers: {
      200: { description: "Oldest first", schema: answer, isAlsoStream: true },
      410: { description: "The position is not valid any more: begin without one" },
    },
    async handle({ query: { after, limit }, client, authenticate, request, reply }) {
      const view = await getView(client);
      if (acceptsEvents(request.headers.accept)) {
        const from = request.headers["last-event-id"] || after;
        const confirm = async () => getView(await authenticate());
        const reader = { applicationId: client.application.id, view, confirm };
        stream(request, reply, reader, from === undefined ? 0 : findPosition(view, from));
        return { status: 200 };
      }
      const from = after === undefined ? 0 : findPosition(view, after);
      const page = from === undefined ? undefined : await feed.listAfter(from, limit);
      if (from === undefined || page === undefined || from > page.newest)
        throw new ProblemError("gone", "this position is not valid any more; begin without one");
      return {
        status: 200,
        body: {
          revocations: page.entries.filter(view.isVisible).map(writeRevocation),
          next: formatPosition({ position: page.next, view: view.name }),
          more: !page.isLast,
        },
      };
    },
  });
}

/** Undefined for a position of another view: entries before it may be missing. */
function findPosition(view: RevocationView, text: string | readonly string[]): number | undefined {
  const parsed = typeof text === "string" ? parsePosition(text) : undefined;
  return parsed?.view === view.name ? parsed.position : undefined;
}
