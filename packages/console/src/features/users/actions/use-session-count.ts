import { useRead } from "../../../api/use-api.ts";
import type { SessionCount } from "./session-count.ts";

/** The API lists at most this many sessions of a user. */
const LISTED_AT_MOST = 200;

/** Counts the active sessions of a user; undefined until the API has answered. */
export function useSessionCount(userId: string): SessionCount | undefined {
  const read = useRead("GET /users/{id}/sessions", { params: { id: userId } });
  const items = read.isPlaceholderData ? undefined : read.data?.body.items;
  return items && { count: items.length, isLowerBound: items.length >= LISTED_AT_MOST };
}
