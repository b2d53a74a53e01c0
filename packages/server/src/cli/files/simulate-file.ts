import { compileCondition } from "@licet/engine/conditions/compile-condition.ts";
import type { PrincipalKey } from "@licet/engine/entities.ts";
import { formatPrincipalKey } from "@licet/engine/values/principal-key.ts";
import { createSimulate, type Simulation } from "../../management/simulate/simulate.ts";
import type { Services } from "../../services.ts";
import type { Plan } from "../../state/plan-changes.ts";
import { getPrincipalName } from "../format/assignment-text.ts";
import { type ContextOptions, contextFrom } from "../options/context-options.ts";
import type { NamedText } from "../options/read-input.ts";
import { planFile } from "./plan-file.ts";

export interface SimulatedFile {
  readonly plan: Plan;
  readonly simulation: Simulation;
  /** The names of the subjects that have a name beside their id. */
  readonly names: ReadonlyMap<PrincipalKey, string>;
}

export async function simulateFile(
  services: Pick<
    Services,
    "clients" | "clock" | "factSource" | "plannerDependencies" | "storage" | "subjects" | "users"
  >,
  input: NamedText,
  context: ContextOptions,
): Promise<SimulatedFile> {
  const { storage, users, clients, subjects, factSource, clock } = services;
  const { permissions: store, search, feed } = storage;
  const simulate = createSimulate({
    store,
    search,
    users,
    clients,
    subjects,
    factSource,
    feed,
    clock,
    compileCondition,
  });
  const plan = await planFile(services, input);
  const { changes } = plan;
  const request = { changes, checks: [], context: await contextFrom(context, clients) };
  const simulation = await simulate(request, plan.revision);
  return { plan, simulation, names: await readNames(services, plan, simulation) };
}

/** New users of the file have no stored username yet, so their names come from the plan. */
async function readNames(
  services: Pick<Services, "users">,
  { changes }: Plan,
  { subjects }: Simulation,
): Promise<ReadonlyMap<PrincipalKey, string>> {
  const names = new Map<PrincipalKey, string>();
  for (const { subject } of subjects) names.set(subject, await getPrincipalName(services, subject));
  for (const { kind, value } of changes)
    if (kind === "user")
      names.set(formatPrincipalKey("user", value.id), formatPrincipalKey("user", value.username));
  return names;
}
