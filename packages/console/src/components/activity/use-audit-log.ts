import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type CallArguments, callApi } from "../../api/call-api.ts";
import type { AuditEvent } from "./audit-event.ts";

type AuditQuery = Omit<NonNullable<CallArguments<"GET /audit">["query"]>, "cursor" | "after" | "limit">;

const POLL_MILLISECONDS = 4_000;
const MAX_NEW_EVENTS = 200;

/**
 * Reads the audit log page by page, and new events. The list does not move by itself: new events appear when the user
 * asks for them, so the pages are not read again while the user reads them.
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
      callApi("GET /audit", { query: { ...query, limit: MAX_NEW_EVENTS, after: newest }, signal }),
    enabled: live && older !== undefined && !pages.isFetching,
    refetchInterval: POLL_MILLISECONDS,
    staleTime: 0,
  });
  // The server sends the new events in the order of the list, also with a time filter.
  const waiting = arriving.data?.body.items ?? [];
  const tooMany = arriving.data?.body.next_cursor !== undefined;

  return {
    events: older && [...shown, ...older],
    newIds: new Set(shown.map(({ id }) => id)),
    waiting: { count: waiting.length, tooMany },
    /** Puts the new events on top. If there may be a gap between them and the list, it reads everything again. */
    reveal() {
      if (!tooMany) return setRevealed({ key, events: [...waiting, ...shown] });
      setRevealed(undefined);
      void pages.refetch();
    },
    pages,
  };
}
