import type { User } from "../../accounts/entities.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import type { StateStore } from "../stores.ts";
import { passwordChangeOf } from "./issue-password-reset.ts";
import type { Requester } from "./requester.ts";
import type { Guard } from "./write-state.ts";

/** Throws ForbiddenError unless the requester could set the password of this user now. */
export type CheckUnlock = (requester: Requester, user: User) => Promise<void>;

/**
 * A caller that can unlock a user without limit can guess the password without limit. So unlocking needs the
 * permissions for setting the password.
 */
export function createCheckUnlock(dependencies: {
  readonly store: Pick<StateStore, "revision">;
  readonly feed: ChangeFeed;
  readonly guards: readonly Guard[];
}): CheckUnlock {
  const { store, feed, guards } = dependencies;
  return async (requester, user) => {
    await feed.confirm(await store.revision());
    for (const guard of guards) await guard([passwordChangeOf(user)], requester);
  };
}
