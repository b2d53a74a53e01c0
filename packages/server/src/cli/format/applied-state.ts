import type { Plan } from "../../directory/plan/plan-changes.ts";
import type { AppliedState } from "../../files/apply-configuration-file.ts";
import { formatSummary } from "../../files/format-summary.ts";
import { formatColumns } from "./output.ts";

export interface ApplyOutcome extends AppliedState {
  /** A dry run writes nothing of the file, and its generated secrets are not stored. */
  readonly dryRun: boolean;
}

export function describeApplied(outcome: ApplyOutcome) {
  const { secrets, warnings, revision, dryRun } = outcome;
  return {
    dry_run: dryRun,
    revision,
    ...describeChanges(outcome),
    secrets: secrets.map(({ owner, key, secret }) => ({ owner, key, ...(!dryRun && { secret }) })),
    warnings,
  };
}

/** The changes of a plan as JSON data. */
export function describeChanges({ summary }: Pick<Plan, "summary">) {
  const changed = summary.filter(({ effect }) => effect !== "unchanged");
  return {
    changes: changed.map(({ effect, kind, name, fields, again }) => ({
      effect,
      kind,
      name,
      fields,
      ...(again && { again }),
    })),
    unchanged: summary.length - changed.length,
  };
}

export function formatApplied({ summary, secrets, dryRun }: ApplyOutcome): readonly string[] {
  const lines = formatSummary(summary);
  if (secrets.length === 0) return lines;
  if (dryRun)
    return [...lines, "", ...secrets.map(({ owner, key }) => `a ${key} would be generated for ${owner}`)];
  return [...lines, "", ...formatColumns(secrets.map(({ owner, key, secret }) => [owner, key, secret]))];
}

/** The messages beside the result. */
export function listNotes({ secrets, warnings, dryRun }: ApplyOutcome): readonly string[] {
  const shownOnce = secrets.length > 0 ? [SHOWN_ONCE] : [];
  return [
    ...warnings.map((warning) => `warning: ${warning}`),
    ...(dryRun ? ["Nothing of the file was written: this was a dry run."] : shownOnce),
  ];
}

export const CREATED_AGAIN =
  "Created again: this name was in use before. Nothing of the former holder comes back.";
export const SHOWN_ONCE = "Keep the secret now: it is not stored, and not shown again.";
