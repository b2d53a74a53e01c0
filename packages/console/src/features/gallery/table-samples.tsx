import { useState } from "react";
import { type Column, DataTable } from "../../components/lists/data-table.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { Time } from "../../ui/display/time.tsx";
import { FilterBar } from "../../ui/form/filter-bar.tsx";
import { SearchInput } from "../../ui/form/search-input.tsx";
import { Select } from "../../ui/form/select.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { galleryTexts } from "./texts.ts";

interface Person {
  readonly name: string;
  readonly email: string;
  readonly seen: string | undefined;
  readonly active: boolean;
}

const PEOPLE: readonly Person[] = [
  {
    name: "Alice",
    email: "alice@example.test",
    seen: new Date(Date.now() - 200_000).toISOString(),
    active: true,
  },
  {
    name: "王小明",
    email: "xiaoming@example.test",
    seen: new Date(Date.now() - 9e8).toISOString(),
    active: true,
  },
  {
    name: "Bob",
    email: "bob.with-a-rather-long-address@department.example.test",
    seen: undefined,
    active: false,
  },
];

export function TableSamples() {
  const texts = useTexts(galleryTexts);
  const [search, setSearch] = useState("");
  const [state, setState] = useState("all");
  const columns: readonly Column<Person>[] = [
    { id: "name", header: texts.name, cell: ({ name }) => name },
    { id: "email", header: "Email", cell: ({ email }) => email, from: "tablet" },
    {
      id: "state",
      header: texts.status,
      cell: ({ active }) => (
        <Badge tone={active ? "good" : "neutral"}>{active ? texts.active : texts.blocked}</Badge>
      ),
    },
    { id: "seen", header: texts.lastSeen, cell: ({ seen }) => <Time at={seen} />, align: "end" },
    {
      id: "actions",
      header: <span className="sr-only">{texts.details}</span>,
      cell: ({ name }) => <IconButton icon="more" size="small" label={name} />,
      align: "end",
    },
  ];
  const shared = { label: texts.table, columns, rowKey: ({ email }: Person) => email, empty: null };
  return (
    <Section title={texts.table} frame="bare">
      <FilterBar onClear={search === "" ? undefined : () => setSearch("")}>
        <SearchInput value={search} onChange={setSearch} />
        <Select
          label={texts.status}
          className="w-40"
          value={state}
          onChange={setState}
          options={[
            { value: "all", label: texts.status },
            { value: "active", label: texts.active },
          ]}
        />
      </FilterBar>
      <div className="grid gap-4">
        <DataTable
          {...shared}
          rows={PEOPLE.filter(({ name }) => name.includes(search))}
          rowPlace={() => ({ to: "/users" })}
          more={{ load: () => undefined, loading: false }}
        />
        <DataTable {...shared} rows={undefined} skeletonRows={3} />
      </div>
    </Section>
  );
}
