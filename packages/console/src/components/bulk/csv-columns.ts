import { toCsv } from "../../values/to-csv.ts";

/** The columns of an exported file, by the names of the API: programs read the file, too. */
export interface CsvColumns<Row> {
  readonly columns: readonly (keyof Row & string)[];
  /** The columns with lists of texts, which a space separates. */
  readonly textLists: readonly string[];
}

export const csvFrom = <Row>({ columns, textLists }: CsvColumns<Row>, rows: readonly Row[]): string =>
  toCsv(
    columns,
    rows.map((row) =>
      columns.map((column) =>
        textLists.includes(column) ? (row[column] as readonly string[]).join(" ") : textOf(row[column]),
      ),
    ),
  );

/** `users-2027-01-31.csv` */
export const csvFileName = (list: string, now: Date): string =>
  `${list}-${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}.csv`;

const twoDigits = (value: number): string => String(value).padStart(2, "0");

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
