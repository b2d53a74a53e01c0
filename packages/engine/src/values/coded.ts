/** The names of the values of each code; those that may be missing end in `?`. */
type CodeTable<Values> = Readonly<Record<string, readonly (keyof Values | `${keyof Values & string}?`)[]>>;

/** One of the codes of a table, with its values beside it. */
export type Coded<Table extends CodeTable<Values>, Values> = {
  [Code in keyof Table]: { readonly code: Code } & Pick<Values, Needed<Table[Code][number], Values>> &
    Partial<Pick<Values, Possible<Table[Code][number], Values>>>;
}[keyof Table];

type Needed<Name, Values> = Name extends keyof Values ? Name : never;
type Possible<Name, Values> = Name extends `${infer Value extends keyof Values & string}?` ? Value : never;
