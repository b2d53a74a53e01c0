/** Somewhere in the console, for parts that are told where to lead by data: tables, menus, tabs, the search. */
export interface Place {
  readonly to: string;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly search?: Readonly<Record<string, unknown>> | undefined;
}
