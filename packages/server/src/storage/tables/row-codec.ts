import type { Codec } from "../../directory/kinds/field.ts";
import type { Row, SqlValue } from "../statements/sql-value.ts";

/** A column in which null means that the member is absent. */
interface NullableColumn<V, S extends string | number> extends Codec<V, S> {
  readonly isNullable: true;
}

// biome-ignore lint/suspicious/noExplicitAny: each column has a type of its own
type Columns = Readonly<Record<string, Codec<any, any>>>;

/** `user_id` is the member `userId`. */
type MemberName<C> = C extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<MemberName<Rest> & string>}`
  : C;

type Nullable<C extends Columns> = {
  [K in keyof C]: C[K] extends { readonly isNullable: true } ? K : never;
}[keyof C];

type ValueOf<C> = C extends Codec<infer V, infer _S> ? V : never;
type StoredOf<C> = C extends Codec<infer _V, infer S> ? S : never;

type Members<C extends Columns> = {
  readonly [K in Exclude<keyof C, Nullable<C>> as MemberName<K> & string]: ValueOf<C[K]>;
} & { readonly [K in Nullable<C> as MemberName<K> & string]?: ValueOf<C[K]> };

type Stored<C extends Columns> = {
  [K in keyof C]: StoredOf<C[K]> | (K extends Nullable<C> ? null : never);
};

export type RowOf<T> = T extends RowCodec<infer C> ? Stored<C> : never;

/** What the code and the database call the same things, for the tables that no kind of entity has. */
export interface RowCodec<C extends Columns> {
  readonly columns: readonly (keyof C & string)[];
  readonly types: { readonly [K in keyof C]: "text" | "integer" };
  toRow(members: Members<C>): Stored<C> & Row;
  fromRow(row: Stored<C>): Members<C>;
}

export const nullable = <V, S extends string | number>(codec: Codec<V, S>): NullableColumn<V, S> => ({
  ...codec,
  isNullable: true,
});

export function rowCodec<C extends Columns>(described: C): RowCodec<C> {
  const columns = Object.entries(described).map(([column, { type, write, read }]) => {
    const member = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return { column, member, type, write, read };
  });
  return {
    columns: columns.map(({ column }) => column),
    types: Object.fromEntries(
      columns.map(({ column, type }) => [column, type === "text" ? "text" : "integer"]),
    ) as RowCodec<C>["types"],
    toRow(members) {
      const row: Record<string, SqlValue> = {};
      for (const { column, member, write } of columns) {
        const value = (members as Readonly<Record<string, unknown>>)[member];
        row[column] = value === undefined ? null : write(value);
      }
      return row as Stored<C> & Row;
    },
    fromRow(row) {
      const members: Record<string, unknown> = {};
      for (const { column, member, read } of columns) {
        const value = row[column];
        if (value !== null) members[member] = read(value);
      }
      return members as Members<C>;
    },
  };
}
