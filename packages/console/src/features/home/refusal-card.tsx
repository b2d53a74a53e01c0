import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useRead } from "../../api/use-api.ts";
import { CLIENT_ID } from "../../auth/request-tokens.ts";
import { createPartLoader } from "../../parts/create-part-loader.ts";
import { usePart } from "../../parts/use-part.ts";
import { hiddenRefusals } from "./hidden-refusals.ts";
import { findRecentRefusal, keyOf, listRefusedRequests } from "./recent-refusal.ts";

/** The form of a fix is large, and most visits of Home do not need it. */
const loadRefusalView = createPartLoader(() => import("./refusal-view.tsx"));

/** Enough to find one that was not fixed since. */
const READ_EVENTS = 5;
const newest = { query: { refused: "any", except_application: CLIENT_ID, limit: READ_EVENTS } } as const;

/** Shows the newest request that was refused and would be again, with what would change that. */
export function RefusalCard() {
  const hidden = useSyncExternalStore(hiddenRefusals.subscribe, hiddenRefusals.get);
  const events = useRead("GET /audit", newest).data?.body.items;
  const requests = listRefusedRequests(events ?? []).filter(
    (request) => !hiddenRefusals.has(hidden, keyOf(request)),
  );
  const { data: refusal } = useQuery({
    queryKey: ["recent refusal", requests],
    queryFn: ({ signal }) => findRecentRefusal(requests, signal),
    enabled: events !== undefined,
  });
  const { part } = usePart(loadRefusalView, Boolean(refusal));
  return refusal && part ? <part.RefusalView refusal={refusal} /> : null;
}
