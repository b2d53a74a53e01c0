import { usePages } from "../../../api/use-api.ts";
import { type Column, DataTable } from "../../../components/lists/data-table.tsx";
import { pagedRows } from "../../../components/lists/paged-rows.ts";
import { useListAddress } from "../../../components/lists/use-list-address.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Time } from "../../../ui/display/time.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { KINDS } from "../../../values/kinds.generated.ts";
import { AttributesLine } from "./attributes-line.tsx";
import type { Instance } from "./instance.ts";
import { instancesTexts } from "./texts.ts";

interface FoundInstancesProps {
  readonly resource: string;
  /** Undefined lists all instances. */
  readonly search: string | undefined;
}

/** Lists the matches of a search, or all instances, from all levels of the tree. */
export function FoundInstances({ resource, search }: FoundInstancesProps) {
  const texts = useTexts(instancesTexts);
  const { query, sorting } = useListAddress("instance", { searchedBy: "q" });
  const pages = usePages(KINDS.instance.list, { params: { name: resource }, query });
  const columns: readonly Column<Instance>[] = [
    { id: "id", header: texts.id, sort: "id", cell: ({ id }) => <code>{id}</code> },
    {
      id: "parent",
      header: texts.parent,
      sort: "parent",
      cell: ({ parent }) =>
        parent === undefined ? <span className="text-muted">{texts.top}</span> : <code>{parent}</code>,
    },
    {
      id: "attributes",
      header: texts.attributes,
      cell: ({ attributes }) => <AttributesLine attributes={attributes} />,
      from: "tablet",
    },
    {
      id: "updated",
      header: texts.updated,
      sort: "-updated_at",
      cell: (instance) => <Time at={instance.updated_at} />,
      from: "desktop",
    },
  ];
  return (
    <DataTable
      label={texts.title}
      columns={columns}
      sorting={sorting}
      noun="instances"
      {...pagedRows(pages)}
      rowKey={({ id }) => id}
      rowPlace={({ id }) => ({
        to: "/resources/$name/instances",
        params: { name: resource },
        search: {
          ...(search === undefined ? { view: "list" } : { q: search }),
          ...(query.sort !== undefined && { sort: query.sort }),
          open: id,
        },
      })}
      empty={
        <EmptyState icon="search" title={texts.noMatchTitle}>
          {search === undefined ? texts.noneHint : texts.noMatchHint}
        </EmptyState>
      }
    />
  );
}
