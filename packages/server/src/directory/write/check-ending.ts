import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { User } from "../../accounts/entities.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import type { DirectoryStore } from "../directory-store.ts";
import { requireInToken } from "../guards/check-token.ts";
import { findNeededForUser } from "../guards/find-needed-in-token.ts";
import { createPermissionReader } from "../guards/granted-permission.ts";
import type { StateStore } from "../stores.ts";
import type { Requester } from "./requester.ts";

/** What a caller ends: sessions of a user, or consents, with the access of applications that rests on them. */
export type EndedAccess = "sessions" | "consents";

/** Throws ForbiddenError unless the requester may end these of the user now. */
export type CheckEnding = (requester: Requester, user: User, ended: EndedAccess) => Promise<void>;

/**
 * A caller that ends the sessions of an administrator again and again locks the administrator out, as disabling does.
 * So the token must carry the same permissions. The other guards do not apply: a user may end their own sessions, and
 * the last administrator can sign in again.
 */
export function createCheckEnding(dependencies: {
  readonly store: Pick<StateStore, "find" | "revision">;
  readonly directory: DirectoryStore;
  readonly feed: ChangeFeed;
  readonly clock: Clock;
}): CheckEnding {
  const { store, directory, feed, clock } = dependencies;
  const reader = createPermissionReader(store, directory);
  return async (requester, { id }, ended) => {
    if (requester.subject.principal === formatPrincipalKey("user", id)) return;
    await feed.confirm(await store.revision());
    const needed = await findNeededForUser(id, reader, clock.seconds());
    requireInToken(needed, requester, [`end ${ended} of user ${id}`]);
  };
}
