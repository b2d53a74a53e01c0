import { basename } from "node:path";
import type { Actor } from "../../directory/change.ts";
import { commitPlanned } from "../../directory/commit-planned.ts";
import { createPlanningStore } from "../../directory/write/planning-store.ts";
import { countEffects, planImportSet } from "../../import/plan-import-set.ts";
import { type ImportProgress, type ImportRequest, runImport } from "../../import/run-import.ts";
import type { Services } from "../../services.ts";
import { markInitialised } from "../installation.ts";

/** A server beside the command waits up to 5 s for its turn to write. */
const RUN_MILLISECONDS = 2_000;

/** Imports lines through the database, beside a server that may run. As with a file, its author may grant anything. */
export async function importFile(
  services: Pick<Services, "clock" | "plannerDependencies" | "storage">,
  { name, ...request }: Omit<ImportRequest, "store"> & { readonly name: string },
): Promise<ImportProgress> {
  const { storage, clock, plannerDependencies } = services;
  const planningStore = createPlanningStore(storage.state, storage.directory, storage.permissions);
  const actor = (): Actor => ({
    name: `file:${basename(name)}`,
    at: clock.milliseconds(),
    mayReuseNames: true,
  });
  await markInitialised(services);
  return runImport({
    runMilliseconds: RUN_MILLISECONDS,
    ...request,
    async store(set) {
      const { summary, revision } = await commitPlanned({
        store: storage.state,
        plan: () => planImportSet(set, planningStore, plannerDependencies),
        actor,
      });
      return { ...countEffects(summary), revision };
    },
  });
}
