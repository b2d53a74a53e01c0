import type { Services } from "../../services.ts";
import { parseConfigurationFile } from "../../state/file/parse-configuration-file.ts";
import { type Plan, planChanges } from "../../state/plan-changes.ts";
import type { Outcome } from "../actions/applied-state.ts";
import type { NamedText } from "../options/read-input.ts";

/** Formats the changes that applying a file would make. It writes nothing. */
export async function planText(
  { storage, plannerDependencies }: Pick<Services, "plannerDependencies" | "storage">,
  { name, text }: NamedText,
): Promise<Outcome & Plan> {
  const { state } = storage;
  const revision = await state.revision();
  const plan = await planChanges(parseConfigurationFile(text, name), state, plannerDependencies);
  return { ...plan, revision, dryRun: true };
}
