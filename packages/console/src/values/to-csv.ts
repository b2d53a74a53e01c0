/**
 * Where a spreadsheet would run the rest as a formula, or split it from its cell, when it opens the file. In many countries
 * it splits at semicolons, also within quotes.
 */
const FORMULA_START = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=[=+\-@])/g;
const NEEDS_QUOTES = /[",\r\n\t]|^\s|\s$/;
/** Without it, Excel reads UTF-8 as the system's own encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Writes a table as RFC 4180 wants it, in a form that spreadsheets show as text and never run. */
export const toCsv = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  BYTE_ORDER_MARK + [header, ...rows].map((row) => `${row.map(toCell).join(",")}\r\n`).join("");

function toCell(value: string): string {
  const text = value.replace(FORMULA_START, "'");
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
