import type { ReactNode } from "react";
import { FilterBar } from "../../ui/form/filter-bar.tsx";
import { SearchInput } from "../../ui/form/search-input.tsx";
import { Select } from "../../ui/form/select.tsx";
import type { ListAddress, ListFilter } from "./use-list-address.ts";

interface ListFiltersProps {
  readonly list: ListAddress;
  readonly texts: { readonly search: string; readonly searchHint?: string };
  readonly filters?: readonly Omit<ListFilter, "by">[];
  /** Offers to clear everything at once. The search alone has its own clear button. */
  readonly clearable?: boolean | undefined;
  readonly actions?: ReactNode;
}

const ANY = "any";

/** The search and the filters of a list. */
export function ListFilters({ list, texts, filters = [], clearable = true, actions }: ListFiltersProps) {
  return (
    <FilterBar onClear={clearable && list.isFiltered ? list.clear : undefined} actions={actions}>
      <SearchInput
        value={list.search ?? ""}
        onChange={list.searchFor}
        label={texts.search}
        {...(texts.searchHint !== undefined && { placeholder: texts.searchHint })}
      />
      {filters.map(({ name, label, className, any, choices }) => (
        <Select
          key={name}
          label={label}
          className={className}
          value={list.chosen[name] ?? ANY}
          onChange={(value) => list.change({ [name]: value === ANY ? "" : value })}
          options={[
            { value: ANY, label: any },
            ...Object.entries(choices).map(([value, label]) => ({ value, label })),
          ]}
        />
      ))}
    </FilterBar>
  );
}
