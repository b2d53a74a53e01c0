import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { KINDS } from "../../values/kinds.generated.ts";
import { mergeSearch } from "../../values/merge-search.ts";
import { parseSort, type Sorting } from "./sorting.ts";

type ListedKind = keyof typeof KINDS;

/** A filter with few values, as a select. */
export interface ListFilter<Kind extends ListedKind = ListedKind> {
  /** What the API filters by. */
  readonly by: (typeof KINDS)[Kind]["filters"][number];
  /** The member of the address. */
  readonly name: string;
  readonly label: string;
  readonly className: string;
  /** The label without a choice. */
  readonly any: string;
  /** The labels of the values. */
  readonly choices: Readonly<Record<string, string>>;
}

interface ListOptions<Kind extends ListedKind> {
  readonly searchedBy?: "q" | "search";
  readonly filters?: readonly ListFilter<Kind>[];
  readonly limit?: number | undefined;
}

export interface ListAddress {
  readonly search: string | undefined;
  /** The query of the API. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly isFiltered: boolean;
  /** The chosen value of each filter, by its name. */
  readonly chosen: Readonly<Record<string, string>>;
  readonly sorting: Sorting;
  searchFor(text: string): void;
  /** A member that becomes `""` leaves the address. */
  change(members: Readonly<Record<string, string>>): void;
  clear(): void;
}

/** The search, the filters and the order of a list, as its address has them. Unknown values count as absent. */
export function useListAddress<Kind extends ListedKind>(
  kind: Kind,
  { searchedBy = "search", filters = [], limit }: ListOptions<Kind> = {},
): ListAddress {
  const address = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>;
  const navigate = useNavigate();
  const change = useCallback(
    (members: Readonly<Record<string, string>>) =>
      void navigate({ to: ".", search: (before) => mergeSearch<object>(before, members), replace: true }),
    [navigate],
  );
  const searchFor = useCallback(
    (text: string) => change({ [searchedBy]: text.trim() }),
    [change, searchedBy],
  );
  const { sorts, isSearched } = KINDS[kind];
  const sort = parseSort<string>(address.sort, sorts);
  const search = isSearched ? address[searchedBy] : undefined;
  const active = filters.flatMap(({ by, name, choices }) => {
    const value = address[name];
    return value !== undefined && Object.hasOwn(choices, value) ? [{ by, name, value }] : [];
  });
  return {
    search,
    query: {
      ...(limit !== undefined && { limit }),
      ...(search !== undefined && { search }),
      ...Object.fromEntries(active.map(({ by, value }) => [by, by === "enabled" ? value === by : value])),
      ...(sort !== undefined && { sort }),
    },
    isFiltered: search !== undefined || active.length > 0,
    chosen: Object.fromEntries(active.map(({ name, value }) => [name, value])),
    sorting: {
      sort: sort ?? sorts[0],
      onSort: (next) => change({ sort: next === sorts[0] ? "" : next }),
    },
    searchFor,
    change,
    clear: () => change({ [searchedBy]: "", ...Object.fromEntries(filters.map(({ name }) => [name, ""])) }),
  };
}
