import type { Foundation } from "../../packages/server/src/foundation.ts";
import { applyStateFile } from "../../packages/server/src/state/apply-state.ts";

/** Makes the state of a running Licet what this file says, as `licet apply` would. */
export async function applyFile({ storage, stateTools, clock }: Foundation, yaml: string): Promise<void> {
  await applyStateFile({
    text: yaml,
    fileName: "test.yaml",
    store: storage.state,
    actor: { name: "file:test.yaml", at: clock.milliseconds() },
    tools: stateTools,
  });
}
