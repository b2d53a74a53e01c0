import { BulkBar } from "../../components/bulk/bulk-bar.tsx";
import { KindListPage } from "../../components/pages/kind-list-page.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Clamped } from "../../ui/display/clamped.tsx";
import { Time } from "../../ui/display/time.tsx";
import { groupsTexts } from "./texts.ts";

export function GroupsPage() {
  const texts = useTexts(groupsTexts);
  return (
    <KindListPage
      kind="group"
      texts={texts}
      clearable={false}
      columns={[
        { id: "name", header: texts.columns.name, sort: "name", cell: ({ name }) => name },
        {
          id: "description",
          header: texts.columns.description,
          cell: ({ description }) => (
            <Clamped text={description ?? "–"} className="max-w-64 text-muted xl:max-w-xl" />
          ),
        },
        {
          id: "changed",
          header: texts.columns.changed,
          sort: "-updated_at",
          from: "tablet",
          cell: ({ updated_at }) => <Time at={updated_at} />,
        },
      ]}
      bulk={{
        Bar: BulkBar,
        exported: ["name", "description"],
        useConsequences: () => [texts.deleteLosesAccess],
      }}
    />
  );
}
