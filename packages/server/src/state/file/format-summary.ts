import type { SummaryLine } from "../plan-changes.ts";

/**
 * What applying a file did, for people: `+ role clerk`, `~ application reports (redirect_uris)`, `= 12 unchanged`. A name that a deleted principal had is
 * `created again`.
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
