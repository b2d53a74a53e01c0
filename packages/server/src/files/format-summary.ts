import type { SummaryLine } from "../directory/plan/plan-changes.ts";

/**
 * Formats the effects of an apply: `+ role clerk`, `~ application reports (redirect_uris)`, `= 12 unchanged`. A new
 * principal with the name of a deleted one is `created again`.
 */
export function formatSummary(summary: readonly SummaryLine[]): string[] {
  const changed = summary.filter((line) => line.effect !== "unchanged");
  const lines = changed.map(({ effect, kind, name, fields, again }) => {
    const thing = `${kind.replace("_", " ")} ${name}`;
    if (effect === "created") return again ? `+ ${thing} (created again)` : `+ ${thing}`;
    return `~ ${thing} (${fields.join(", ")})`;
  });
  const unchanged = summary.length - changed.length;
  return unchanged > 0 || lines.length === 0 ? [...lines, `= ${unchanged} unchanged`] : lines;
}
