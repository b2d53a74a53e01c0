import { type RawBuilder, sql } from "kysely";
import type { Engine } from "../engine/engine.ts";

/** How an engine writes JSON as text. Records are written by the database: a million rows would keep this process busy. */
export interface JsonText {
  /** A text as a JSON string. */
  quote(text: RawBuilder<unknown>): RawBuilder<string>;
  /** The texts of the rows, with a comma between them. Null without rows. */
  join(text: RawBuilder<string>): RawBuilder<string | null>;
  /** A query that gives these texts as rows of one column, `key`. */
  elements(texts: readonly string[]): RawBuilder<unknown>;
}

export const JSON_TEXT: Readonly<Record<Engine["name"], JsonText>> = {
  sqlite: {
    quote: (text) => sql`json_quote(${text})`,
    join: (text) => sql`group_concat(${text}, ',')`,
    elements: (texts) => sql`select value as key from json_each(${JSON.stringify(texts)})`,
  },
  postgres: {
    quote: (text) => sql`to_json(${text})::text`,
    join: (text) => sql`string_agg(${text}, ',')`,
    elements: (texts) => sql`select json_array_elements_text(${JSON.stringify(texts)}::json) as key`,
  },
};

/** `,"name":value`, or nothing when the column is null. */
export const optionalMember = (
  name: string,
  column: RawBuilder<unknown>,
  value: RawBuilder<unknown>,
): RawBuilder<string> =>
  sql`case when ${column} is null then '' else ${sql.lit(`,"${name}":`)} || ${value} end`;

export const flag = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql`case ${column} when 1 then 'true' else 'false' end`;
