import { basename } from "node:path";
import type { Services } from "../../services.ts";
import { applyConfigurationFile } from "../../state/apply-state.ts";
import type { Outcome } from "../actions/applied-state.ts";
import { markInitialised } from "../installation.ts";
import type { NamedText } from "../options/read-input.ts";

export async function applyText(
  services: Pick<Services, "clock" | "plannerDependencies" | "storage">,
  { name, text }: NamedText,
): Promise<Outcome> {
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
