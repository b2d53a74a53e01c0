/**
 * Converts exports of other systems to the content of a configuration file. What Licet accepts comes in as rules, and
 * whoever converts writes the file: a conversion reads nothing but what it is given.
 */

export { formatReport } from "./format-report.ts";
export { parseExport } from "./parse-export.ts";
export type { Rules } from "./rules.ts";
export { SOURCES, type Source } from "./sources.ts";
