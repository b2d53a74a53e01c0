/** A value that a spreadsheet would run as a formula, or split from its cell, when it opens the file. */
const FORMULA_START = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n\t]|^\s|\s$/;
/** Without it, Excel reads UTF-8 as the system's own encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Writes a table as RFC 4180 wants it, in a form that spreadsheets show as text and never run. */
export const toCsv = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  BYTE_ORDER_MARK + [header, ...rows].map((row) => `${row.map(toCell).join(",")}\r\n`).join("");

function toCell(value: string): string {
  const text = FORMULA_START.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
