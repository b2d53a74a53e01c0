/** A link target that comes from data, for tables, menus, tabs and the search. */
export interface Place {
  readonly to: string;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly search?: Readonly<Record<string, unknown>> | undefined;
}
