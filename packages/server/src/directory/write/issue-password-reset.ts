import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { User } from "../../accounts/entities.ts";
import type { PasswordResets } from "../../accounts/passwords/password-resets.ts";
import type { ResetIssuer } from "../../accounts/stores.ts";
import { ConflictError } from "../../core/errors/errors.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import type { Change } from "../change.ts";
import type { StateStore } from "../stores.ts";
import { NotFoundError } from "./errors.ts";
import type { Requester } from "./requester.ts";
import type { Guard } from "./write-state.ts";

export type IssuePasswordReset = (
  requester: Requester,
  userId: string,
  lifetimeSeconds?: number,
) => Promise<{ readonly token: string; readonly expiresAt: EpochSeconds }>;

/** A holder of the link can set the password, so only a caller that may set it can create the link. */
export function createIssuePasswordReset(dependencies: {
  readonly store: Pick<StateStore, "find" | "revision">;
  readonly feed: ChangeFeed;
  readonly guards: readonly Guard[];
  readonly passwordResets: Pick<PasswordResets, "issue">;
}): IssuePasswordReset {
  const { store, feed, guards, passwordResets } = dependencies;
  return async (requester, userId, lifetimeSeconds) => {
    await feed.confirm(await store.revision());
    const user = await store.find("user", userId);
    if (!user) throw new NotFoundError("there is no user of this name or id");
    if (!user.enabled)
      throw new ConflictError("this user is disabled and could not sign in; enable it first", {
        conflict: { code: "user_disabled" },
      });
    for (const guard of guards) await guard([passwordChangeOf(user)], requester);
    return passwordResets.issue(user, issuerOf(requester), lifetimeSeconds);
  };
}

/** The change that a link for a new password leads to, for the guards. */
export const passwordChangeOf = (user: User): Change => ({
  op: "put",
  kind: "user",
  value: { ...user, passwordHash: YET_TO_BE_CHOSEN },
});

/** Differs from every hash. The guards see it, and it is never stored. */
const YET_TO_BE_CHOSEN = "yet to be chosen";

const issuerOf = ({ subject, client, permissions, ip }: Requester): ResetIssuer => ({
  principal: subject.principal,
  clientId: client.id,
  applicationId: client.application.id,
  permissions: [...permissions],
  ip,
});
