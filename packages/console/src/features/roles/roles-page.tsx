import { ADMINISTRATOR_ROLE, type Role } from "../../components/access/role.ts";
import { BulkBar } from "../../components/bulk/bulk-bar.tsx";
import type { Column } from "../../components/lists/data-table.tsx";
import { KindListPage } from "../../components/pages/kind-list-page.tsx";
import { rolesTexts } from "../../components/roles/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { Chip } from "../../ui/display/chip.tsx";
import { Clamped } from "../../ui/display/clamped.tsx";
import { Time } from "../../ui/display/time.tsx";

const SHOWN_GRANTS = 3;

export function RolesPage() {
  const texts = useTexts(rolesTexts);
  return (
    <KindListPage
      kind="role"
      texts={texts}
      clearable={false}
      columns={useColumns()}
      bulk={{
        Bar: BulkBar,
        exported: ["name", "description", "inherits", "grants"],
        useConsequences: () => [texts.deleteLosesAccess],
      }}
    />
  );
}

function useColumns(): readonly Column<Role>[] {
  const texts = useTexts(rolesTexts);
  return [
    {
      id: "name",
      header: texts.columns.name,
      sort: "name",
      cell: ({ name }) => name,
    },
    {
      id: "description",
      header: texts.columns.description,
      from: "tablet",
      cell: ({ name, description }) => (
        <span className="text-muted">
          <Clamped text={description ?? "–"} className="max-w-40 xl:max-w-sm" />
          {name === ADMINISTRATOR_ROLE && <Badge icon="lock">{texts.builtIn}</Badge>}
        </span>
      ),
    },
    {
      id: "inherits",
      header: texts.columns.inherits,
      cell: ({ inherits = [] }) => <Few names={inherits} />,
    },
    {
      id: "grants",
      header: texts.columns.grants,
      cell: ({ grants = [] }) => <Few names={grants.map(({ permission }) => permission)} code />,
    },
    {
      id: "changed",
      header: texts.columns.changed,
      sort: "-updated_at",
      from: "desktop",
      cell: ({ updated_at }) => <Time at={updated_at} />,
    },
  ];
}

/** Shows the first few names and the number of the others. */
function Few({ names, code = false }: { readonly names: readonly string[]; readonly code?: boolean }) {
  const texts = useTexts(rolesTexts);
  if (names.length === 0) return <span className="text-muted">–</span>;
  const distinct = [...new Set(names)];
  return (
    <span className="flex flex-wrap items-center gap-1">
      {distinct.slice(0, SHOWN_GRANTS).map((name) => (
        <Chip key={name} code={code} {...(!code && { icon: "role" as const })}>
          {name}
        </Chip>
      ))}
      {distinct.length > SHOWN_GRANTS && (
        <span className="text-sm text-muted">{texts.more(distinct.length - SHOWN_GRANTS)}</span>
      )}
    </span>
  );
}
