import { toCsv } from "../../values/to-csv.ts";

/** The columns of an exported file, by the names of the API: programs read the file, too. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => unknown>>;

export const csvFrom = <Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string =>
  toCsv(
    Object.keys(columns),
    rows.map((row) => Object.values(columns).map((read) => textOf(read(row)))),
  );

/** `users-2027-01-31.csv` */
export const csvFileName = (list: string, now: Date): string =>
  `${list}-${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}.csv`;

const twoDigits = (value: number): string => String(value).padStart(2, "0");

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
