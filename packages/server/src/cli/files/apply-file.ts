import { basename } from "node:path";
import type { Services } from "../../services.ts";
import { applyConfigurationFile } from "../../state/apply-state.ts";
import type { ApplyOutcome } from "../format/applied-state.ts";
import { markInitialised } from "../installation.ts";
import type { NamedText } from "../options/read-input.ts";

/** Applies a configuration file, all of it or nothing. */
export async function applyFile(
  services: Pick<Services, "clock" | "plannerDependencies" | "storage">,
  { name, text }: NamedText,
): Promise<ApplyOutcome> {
  const { storage, clock } = services;
  const applied = await applyConfigurationFile({
    text,
    fileName: name,
    store: storage.state,
    actor: { name: `file:${basename(name)}`, at: clock.milliseconds() },
    dependencies: services.plannerDependencies,
  });
  await markInitialised(services);
  return { ...applied, dryRun: false };
}
