import { basename } from "node:path";
import { applyConfigurationFile } from "../../files/apply-configuration-file.ts";
import { parseConfigurationFile } from "../../files/parse-configuration-file.ts";
import { type FilePlan, planConfigurationFile } from "../../files/plan-configuration-file.ts";
import type { Services } from "../../services.ts";
import type { ApplyOutcome } from "../format/applied-state.ts";
import { markInitialised } from "../installation.ts";
import type { WritingServices } from "../operator.ts";
import type { NamedText } from "../options/read-input.ts";

/** Applies a configuration file, all of it or nothing. */
export async function applyFile(services: WritingServices, { name, text }: NamedText): Promise<ApplyOutcome> {
  const applied = await applyConfigurationFile({
    text,
    fileName: name,
    store: services.storage.state,
    actor: { name: `file:${basename(name)}`, at: services.clock.milliseconds() },
    dependencies: services.plannerDependencies,
  });
  await markInitialised(services);
  return { ...applied, dryRun: false };
}

/** Plans the changes of a configuration file. It writes nothing. */
export async function planFile(
  { storage, plannerDependencies }: Pick<Services, "plannerDependencies" | "storage">,
  { name, text }: NamedText,
): Promise<ApplyOutcome & FilePlan> {
  const { state } = storage;
  const revision = await state.revision();
  const plan = await planConfigurationFile(parseConfigurationFile(text, name), state, plannerDependencies);
  return { ...plan, revision, dryRun: true };
}
