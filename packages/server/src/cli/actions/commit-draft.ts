import type { Services } from "../../services.ts";
import type { Change } from "../../state/change.ts";
import { commitPlanned } from "../../state/commit-planned.ts";
import { markInitialised } from "../installation.ts";

export interface Draft {
  readonly changes: readonly Change[];
}

/** Commits the draft of a command. A command may reuse the reserved names of deleted principals. */
export async function commitDraft<D extends Draft>(
  services: Pick<Services, "clock" | "storage">,
  draft: () => Promise<D>,
  actorName = "cli",
): Promise<D & { readonly revision: number }> {
  const { storage, clock } = services;
  const committed = await commitPlanned({
    store: storage.state,
    feed: storage.feed,
    plan: draft,
    actor: () => ({ name: actorName, at: clock.milliseconds(), mayReuseNames: true }),
  });
  if (committed.changes.length > 0) await markInitialised(services);
  return committed;
}
