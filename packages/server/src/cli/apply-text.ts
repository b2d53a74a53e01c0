import { basename } from "node:path";
import type { Foundation } from "../foundation.ts";
import { applyStateFile } from "../state/apply-state.ts";
import type { Outcome } from "./applied-state.ts";
import { markInitialised } from "./installation.ts";
import type { NamedText } from "./read-input.ts";

export async function applyText(foundation: Foundation, { name, text }: NamedText): Promise<Outcome> {
  const { storage, clock } = foundation;
  const applied = await applyStateFile({
    text,
    fileName: name,
    store: storage.state,
    actor: { name: `file:${basename(name)}`, at: clock.milliseconds() },
    tools: foundation.stateTools,
  });
  await markInitialised(foundation);
  return { ...applied, dryRun: false };
}
