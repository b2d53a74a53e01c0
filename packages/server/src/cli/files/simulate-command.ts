import { compileCondition } from "@licet/engine/internal/conditions/compile-condition.ts";
import type { PrincipalKey } from "@licet/engine/internal/entities.ts";
import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import type { Command } from "commander";
import { createSimulate, type Simulation } from "../../directory/simulate/simulate.ts";
import { formatSummary } from "../../files/format-summary.ts";
import type { FilePlan } from "../../files/plan-configuration-file.ts";
import type { Services } from "../../services.ts";
import type { CommandContext } from "../command-context.ts";
import { defineCommand, type Options } from "../define-command.ts";
import { describeChanges } from "../format/applied-state.ts";
import { getPrincipalName } from "../format/assignment-text.ts";
import {
  addContextOption,
  addRequestOptions,
  type ContextOptions,
  contextFrom,
} from "../options/context-options.ts";
import { type NamedText, readInput } from "../options/read-input.ts";
import { planFile } from "./apply-file.ts";

export function defineSimulateCommand(command: Command, context: CommandContext): void {
  defineCommand(command, context, {
    description: "Say who would gain and lose what if a configuration file were applied. Writes nothing.",
    help: ["licet simulate licet.yaml", "licet simulate licet.yaml --ip 10.0.0.7 --output json"],
    add: (it) =>
      addContextOption(
        addRequestOptions(it.argument("<file>", "the configuration file, or - for standard input")),
      ),
    prepare: async (path: string): Promise<[NamedText]> => [await readInput(context.terminal, path)],
    async run(services, options: Options & ContextOptions, input: NamedText) {
      const plan = await planFile(services, input);
      const simulation = await simulate(services, plan, options);
      const { revision, subjects, truncated } = simulation;
      const { warnings } = plan;
      return {
        document: { revision, ...describeChanges(plan), subjects, truncated, warnings },
        lines: format(plan, simulation, await readNames(services, plan, simulation)),
        notes: [
          ...warnings.map((warning) => `warning: ${warning}`),
          ...(truncated ? [NOT_COMPLETE] : []),
          "Nothing was written: this was a simulation.",
        ],
      };
    },
  });
}

const NOT_COMPLETE =
  "warning: not complete: there is more to compare than one simulation may. Others may gain or lose something as well.";

async function simulate(
  services: Pick<Services, "clients" | "clock" | "factSource" | "storage" | "subjects" | "users">,
  { changes, revision }: FilePlan & { readonly revision: number },
  context: ContextOptions,
): Promise<Simulation> {
  const { storage, users, clients, subjects, factSource, clock } = services;
  const { permissions: store, search, feed } = storage;
  const run = createSimulate({
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
  return run({ changes, checks: [], context: await contextFrom(context, clients) }, revision);
}

/** New users of the file have no stored username yet, so their names come from the plan. */
async function readNames(
  services: Pick<Services, "users">,
  { changes }: FilePlan,
  { subjects }: Simulation,
): Promise<ReadonlyMap<PrincipalKey, string>> {
  const names = new Map<PrincipalKey, string>();
  for (const { subject } of subjects) names.set(subject, await getPrincipalName(services, subject));
  for (const { kind, value } of changes)
    if (kind === "user")
      names.set(formatPrincipalKey("user", value.id), formatPrincipalKey("user", value.username));
  return names;
}

function format(
  { summary }: FilePlan,
  { subjects, truncated }: Simulation,
  names: ReadonlyMap<PrincipalKey, string>,
): readonly string[] {
  const differences = subjects.flatMap(({ subject, gains, losses }) => [
    "",
    names.get(subject) ?? subject,
    ...gains.map((held) => `  gains  ${formatHeld(held)}`),
    ...losses.map((held) => `  loses  ${formatHeld(held)}`),
  ]);
  const where = truncated ? " in what was compared" : "";
  const nobody = ["", `No principal would gain or lose a permission${where}.`];
  return [...formatSummary(summary), ...(differences.length > 0 ? differences : nobody)];
}

const formatHeld = ({ permission, at }: { readonly permission: string; readonly at?: string }): string =>
  at === undefined ? permission : `${permission} at ${at}`;
