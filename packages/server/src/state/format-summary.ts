import type { SummaryLine } from "./plan-changes.ts";

/** What applying a file did, for people: `+ role clerk`, `~ application reports (redirect_uris)`, `= 12 unchanged`. */
export function formatSummary(summary: readonly SummaryLine[]): string[] {
  const changed = summary.filter((line) => line.effect !== "unchanged");
  const lines = changed.map(({ effect, kind, name, fields }) => {
    const thing = `${kind.replace("_", " ")} ${name}`;
    return effect === "created" ? `+ ${thing}` : `~ ${thing} (${fields.join(", ")})`;
  });
  const unchanged = summary.length - changed.length;
  return unchanged > 0 || lines.length === 0 ? [...lines, `= ${unchanged} unchanged`] : lines;
}
