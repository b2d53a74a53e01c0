import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type CallArguments, callApi } from "../../api/call-api.ts";
import type { AuditEvent } from "./audit-event.ts";

export type AuditQuery = Omit<
  NonNullable<CallArguments<"GET /audit">["query"]>,
  "cursor" | "after" | "limit"
>;

const POLL_MILLISECONDS = 4_000;
const MOST_NEW = 200;

/**
 * The audit log, page by page, and what came since. Nothing moves by itself: new events wait until they are asked for,
 * so the pages are never read again while somebody looks at them.
 */
export function useAuditLog(query: AuditQuery, live: boolean) {
  const key = JSON.stringify(query);
  const [revealed, setRevealed] = useState<{
    readonly key: string;
    readonly events: readonly AuditEvent[];
  }>();
  const shown = revealed?.key === key ? revealed.events : [];

  const pages = useInfiniteQuery({
    queryKey: ["GET /audit", "log", query],
    queryFn: ({ signal, pageParam }) =>
      callApi("GET /audit", {
        query: { ...query, limit: 50, ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ body }) => body.next_cursor,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

  const older = pages.data?.pages.flatMap(({ body }) => body.items);
  const newest = Math.max(0, ...shown.map(({ id }) => id), ...(older ?? []).map(({ id }) => id));
  const arriving = useQuery({
    queryKey: ["GET /audit", "since", query, newest],
    queryFn: ({ signal }) =>
      callApi("GET /audit", { query: { ...query, limit: MOST_NEW, after: newest }, signal }),
    enabled: live && older !== undefined && !pages.isFetching,
    refetchInterval: POLL_MILLISECONDS,
    staleTime: 0,
  });
  // In the order of the list, also when they were narrowed by time.
  const waiting = arriving.data?.body.items ?? [];
  const tooMany = arriving.data?.body.next_cursor !== undefined;

  return {
    events: older && [...shown, ...older],
    newIds: new Set(shown.map(({ id }) => id)),
    waiting: { count: waiting.length, tooMany },
    /** Puts what came on top; when that is too much to tell how it joins on, reads everything anew. */
    reveal() {
      if (!tooMany) return setRevealed({ key, events: [...waiting, ...shown] });
      setRevealed(undefined);
      void pages.refetch();
    },
    pages,
  };
}
