import { AREAS } from "../../../directory/kinds/kinds.ts";

/** The topics of the operations, in the order of the document. */
export const TAGS: Readonly<Record<string, string>> = {
  checks: "May this subject do that? One by one, many at once, and why",
  lists: "The permissions of a subject, the instances where it holds one, and the subjects that hold one",
  simulation: "The effect of changes before they are written",
  changes: "The change feed, for clients that keep a copy of the data",
  revocations: "Which access tokens are invalid before they expire, for servers of resources",
  ...Object.fromEntries(AREAS.map(({ name, about }) => [name, about])),
  import: "Many entities and assignments in one call",
  keys: "The keys that sign tokens",
  audit: "What happened, and who did it",
  stats: "Counts of events over time",
  installation: "The version, the nodes, and the lifetimes and limits in force",
};
