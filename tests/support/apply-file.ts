import type { Services } from "../../packages/server/src/services.ts";
import { applyConfigurationFile } from "../../packages/server/src/state/apply-state.ts";

/** Makes the state of a running Licet what this file says, as `licet apply` would. */
export async function applyFile(
  { storage, plannerDependencies, clock }: Services,
  yaml: string,
): Promise<void> {
  await applyConfigurationFile({
    text: yaml,
    fileName: "test.yaml",
    store: storage.state,
    actor: { name: "file:test.yaml", at: clock.milliseconds() },
    dependencies: plannerDependencies,
  });
}
