import type { Conversion } from "./draft/create-draft.ts";
import type { ConversionReport, Note } from "./draft/create-notes.ts";

const MAX_NAMED = 5;
const MAX_RENAMED = 50;
/** The words for one entry of each list. */
const SINGULAR: Readonly<Record<string, string>> = {
  resources: "resource",
  permissions: "permission",
  roles: "role",
  users: "user",
  groups: "group",
  applications: "application",
  assignments: "assignment",
};

/** What an operator reads after a conversion. `rewrite` is for commands in texts of Licet; names stay as they are. */
export function formatReport(
  title: string,
  content: Conversion["content"],
  report: ConversionReport,
  rewrite: (text: string) => string,
): string {
  const counts = Object.entries(content).map(
    ([list, { length }]) => `${length} ${length === 1 ? (SINGULAR[list] ?? list) : list}`,
  );
  const renamed = report.renamed.map(({ kind, from, to }) => `  ${kind} ${JSON.stringify(from)} is ${to}`);
  return [
    `Converted from ${title}: ${counts.join(", ") || "nothing"}.`,
    ...section("Renamed, because Licet does not accept the name or it is taken:", [
      ...renamed.slice(0, MAX_RENAMED),
      ...(renamed.length > MAX_RENAMED ? [`  … and ${renamed.length - MAX_RENAMED} more`] : []),
    ]),
    ...section("Not converted:", formatNotes(report.notConverted, rewrite)),
    ...section("To do:", formatNotes(report.toDo, rewrite)),
  ].join("\n");
}

const section = (heading: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ["", heading, ...lines];

/** Notes with the same reason are one line. */
const formatNotes = (notes: readonly Note[], rewrite: (text: string) => string): readonly string[] =>
  [...Map.groupBy(notes, ({ why }) => why)].map(([why, same]) => {
    const names = [...new Set(same.map(({ what }) => what))];
    const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
    return `  ${names.slice(0, MAX_NAMED).join("; ")}${more}: ${rewrite(why)}`;
  });
