import type { SessionStore } from "../../../packages/server/src/accounts/stores.ts";
import { untilKnown } from "../../support/until-known.ts";

/** The time of last use is no more exact than this. */
const TOUCH_EVERY_SECONDS = 60;

/** Waits until the use of a session at this time is written, which happens behind the answer. */
export const untilSeen = (
  sessions: Pick<SessionStore, "listOfUser">,
  userId: string,
  usedAt: number,
): Promise<void> =>
  untilKnown(async () => {
    const found = await sessions.listOfUser(userId);
    return found.some(({ lastSeenAt }) => lastSeenAt > usedAt - TOUCH_EVERY_SECONDS);
  });
