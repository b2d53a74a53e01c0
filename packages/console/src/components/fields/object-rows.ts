export type ValueKind = "text" | "number" | "boolean" | "json";
export type JsonObject = Readonly<Record<string, unknown>>;

/** One member of an object while it is edited; it keeps invalid input. */
export interface ObjectRow {
  readonly id: number;
  readonly name: string;
  readonly kind: ValueKind;
  readonly text: string;
}

export type RowIssue =
  | { readonly issue: "noName" }
  | { readonly issue: "twice" | "noNumber" | "noJson"; readonly name: string };

let lastId = 0;

export const newRow = (name = "", kind: ValueKind = "text", text = ""): ObjectRow => {
  lastId += 1;
  return { id: lastId, name, kind, text };
};

export const rowsOf = (value: JsonObject): readonly ObjectRow[] =>
  Object.entries(value).map(([name, member]) => {
    if (typeof member === "string") return newRow(name, "text", member);
    if (typeof member === "number") return newRow(name, "number", String(member));
    if (typeof member === "boolean") return newRow(name, "boolean", String(member));
    return newRow(name, "json", JSON.stringify(member));
  });

/** Returns the object of the rows, or their first issue. Empty rows are ignored. */
export function parseRows(rows: readonly ObjectRow[]): { readonly value: JsonObject } | RowIssue {
  const members = new Map<string, unknown>();
  for (const row of rows) {
    if (row.name === "" && row.text === "") continue;
    if (row.name === "") return { issue: "noName" };
    if (members.has(row.name)) return { issue: "twice", name: row.name };
    const read = parseText(row);
    if ("issue" in read) return read;
    members.set(row.name, read.value);
  }
  return { value: Object.fromEntries(members) };
}

function parseText({ name, kind, text }: ObjectRow): { readonly value: unknown } | RowIssue {
  switch (kind) {
    case "text":
      return { value: text };
    case "boolean":
      return { value: text === "true" };
    case "number": {
      const value = Number(text);
      return text.trim() === "" || !Number.isFinite(value) ? { issue: "noNumber", name } : { value };
    }
    case "json":
      try {
        return { value: JSON.parse(text) as unknown };
      } catch {
        return { issue: "noJson", name };
      }
  }
}

/** Returns undefined if the text is not a JSON object. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = text.trim() === "" ? {} : JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}
