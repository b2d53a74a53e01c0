import type { Foundation } from "../foundation.ts";
import { parseStateFile } from "../state/parse-state-file.ts";
import { type Plan, planChanges } from "../state/plan-changes.ts";
import type { Outcome } from "./applied-state.ts";
import type { NamedText } from "./read-input.ts";

/** What applying a file would change. Writes nothing. */
export async function planText(
  { storage, stateTools }: Foundation,
  { name, text }: NamedText,
): Promise<Outcome & Plan> {
  const { state } = storage;
  const revision = await state.revision();
  const plan = await planChanges(parseStateFile(text, name), state, stateTools);
  return { ...plan, revision, dryRun: true };
}
