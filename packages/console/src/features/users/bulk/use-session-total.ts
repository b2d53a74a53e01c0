import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";
import { runEach } from "../../../components/bulk/run-each.ts";
import type { SessionCount } from "../actions/session-count.ts";
import { SESSIONS_LISTED } from "../actions/use-session-count.ts";
import type { User } from "../user.ts";

/** Each user takes a request, so a larger selection is not counted. */
const COUNTED_USERS = 100;

/** Counts the active sessions of several users; undefined until they are counted, or if nobody counts them. */
export function useSessionTotal(
  users: readonly User[],
  { enabled }: { readonly enabled: boolean },
): SessionCount | undefined {
  const ids = users.map(({ id }) => id);
  const { data } = useQuery({
    queryKey: ["sessions of several users", ids],
    queryFn: () => countSessions(ids),
    enabled: enabled && ids.length <= COUNTED_USERS,
  });
  return data;
}

async function countSessions(ids: readonly string[]): Promise<SessionCount> {
  const outcomes = await runEach(ids, async (id) => {
    const { body } = await callApi("GET /users/{id}/sessions", { params: { id } });
    return body.items.length;
  });
  const counts = outcomes.map((outcome) => (outcome.state === "done" ? outcome.result : undefined));
  return {
    count: counts.reduce<number>((sum, count) => sum + (count ?? 0), 0),
    // A user who could not be read may have any number of sessions.
    isLowerBound: counts.some((count) => count === undefined || count >= SESSIONS_LISTED),
  };
}
