import type { Services } from "../../services.ts";
import { parseConfigurationFile } from "../../state/file/parse-configuration-file.ts";
import { type Plan, planChanges } from "../../state/plan-changes.ts";
import type { ApplyOutcome } from "../format/applied-state.ts";
import type { NamedText } from "../options/read-input.ts";

/** Plans the changes of a configuration file. It writes nothing. */
export async function planFile(
  { storage, plannerDependencies }: Pick<Services, "plannerDependencies" | "storage">,
  { name, text }: NamedText,
): Promise<ApplyOutcome & Plan> {
  const { state } = storage;
  const revision = await state.revision();
  const plan = await planChanges(parseConfigurationFile(text, name), state, plannerDependencies);
  return { ...plan, revision, dryRun: true };
}
