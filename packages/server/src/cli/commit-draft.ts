import type { Foundation } from "../foundation.ts";
import type { Change } from "../state/change.ts";
import { commitPlan } from "../state/commit-plan.ts";
import { markInitialised } from "./installation.ts";

export interface Draft {
  readonly changes: readonly Change[];
}

/** Commits what a command drafts. Whoever runs it may use names again that a deleted principal had. */
export async function commitDraft<D extends Draft>(
  foundation: Foundation,
  draft: () => Promise<D>,
  actorName = "cli",
): Promise<D & { readonly revision: number }> {
  const { storage, clock } = foundation;
  const committed = await commitPlan({
    store: storage.state,
    feed: storage.feed,
    plan: draft,
    actor: () => ({ name: actorName, at: clock.milliseconds(), reusesNames: true }),
  });
  if (committed.changes.length > 0) await markInitialised(foundation);
  return committed;
}
