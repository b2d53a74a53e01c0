import { applyConfigurationFile } from "../../packages/server/src/files/apply-configuration-file.ts";
import type { Services } from "../../packages/server/src/services.ts";
import { hashCheaply } from "./hash-cheaply.ts";

/** Applies a configuration file to a running Licet, as `licet apply` does, with cheaper password hashes. */
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
    hashPassword: hashCheaply,
  });
}
