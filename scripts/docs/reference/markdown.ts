/** The first line of every page of the reference. Readers do not see it. */
export const GENERATED = "<!-- Written by `npm run docs:reference` from the code. Do not edit. -->";

export const code = (text: string): string => `\`${text}\``;

/** The rows of a table. A pipe in a cell would end the cell. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => "---"), ...rows.map((row) => row.map((cell) => cell.replaceAll("|", "\\|")))]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n")
    .replaceAll("|  |", "| |");

/** Texts of the command line begin in lower case and end without a full stop. */
export const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`;

export const page = (...parts: readonly (string | readonly string[])[]): string =>
  `${[GENERATED, ...parts.flat()].filter((part) => part !== "").join("\n\n")}\n`;
