import type { AppliedState } from "../../state/apply-state.ts";
import { formatSummary } from "../../state/file/format-summary.ts";
import type { SummaryLine } from "../../state/plan-changes.ts";
import type { Terminal } from "../terminal.ts";
import { formatColumns } from "./output.ts";

export interface ApplyOutcome extends AppliedState {
  /** A dry run writes nothing of the file, and its generated secrets are not stored. */
  readonly dryRun: boolean;
}

export function describeApplied({ summary, secrets, warnings, revision, dryRun }: ApplyOutcome) {
  const changed = summary.filter(({ effect }) => effect !== "unchanged");
  return {
    dry_run: dryRun,
    revision,
    changes: changed.map(describeLine),
    unchanged: summary.length - changed.length,
    secrets: secrets.map(({ owner, key, secret }) => ({ owner, key, ...(!dryRun && { secret }) })),
    warnings,
  };
}

/** Formats one line of the plan as JSON data. */
export const describeLine = ({ effect, kind, name, fields, again }: SummaryLine) => ({
  effect,
  kind,
  name,
  fields,
  ...(again && { again }),
});

export function formatApplied({ summary, secrets, dryRun }: ApplyOutcome): readonly string[] {
  const lines = formatSummary(summary);
  if (secrets.length === 0) return lines;
  if (dryRun)
    return [...lines, "", ...secrets.map(({ owner, key }) => `a ${key} would be generated for ${owner}`)];
  return [...lines, "", ...formatColumns(secrets.map(({ owner, key, secret }) => [owner, key, secret]))];
}

export function warnAbout({ secrets, warnings, dryRun }: ApplyOutcome, { stderr }: Terminal): void {
  for (const warning of warnings) stderr.write(`warning: ${warning}\n`);
  if (dryRun) stderr.write("Nothing of the file was written: this was a dry run.\n");
  else if (secrets.length > 0) stderr.write(`${SHOWN_ONCE}\n`);
}

export const CREATED_AGAIN =
  "Created again: this name was in use before. Nothing of the former holder comes back.";
export const SHOWN_ONCE = "Keep the secret now: it is not stored, and not shown again.";
