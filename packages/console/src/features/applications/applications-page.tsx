import { BulkBar } from "../../components/bulk/bulk-bar.tsx";
import type { Column } from "../../components/lists/data-table.tsx";
import { KindListPage } from "../../components/pages/kind-list-page.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { Clamped } from "../../ui/display/clamped.tsx";
import { Time } from "../../ui/display/time.tsx";
import { APPLICATION_TYPES, type Application, isOwn, nameOf } from "./application.ts";
import { ApplicationState } from "./application-state.tsx";
import { applicationBulkTexts } from "./bulk-texts.ts";
import { applicationsTexts } from "./texts.ts";

const PER_PAGE = 50;

export function ApplicationsPage() {
  const texts = useTexts(applicationsTexts);
  const { disable, enable, undoHint, delete: deletion } = useTexts(applicationBulkTexts);
  const consequences = {
    disable: Object.values(disable),
    enable: [enable],
    delete: Object.values(deletion),
  };
  return (
    <KindListPage
      kind="application"
      texts={{ ...texts, create: texts.add }}
      limit={PER_PAGE}
      nameOf={nameOf}
      isOwn={isOwn}
      filters={[
        {
          by: "type",
          name: "type",
          label: texts.typeFilter,
          className: "w-44",
          any: texts.anyType,
          choices: Object.fromEntries(APPLICATION_TYPES.map((type) => [type, texts.types[type].name])),
        },
        {
          by: "enabled",
          name: "state",
          label: texts.stateFilter,
          className: "w-40",
          any: texts.anyState,
          choices: { enabled: texts.onlyEnabled, disabled: texts.onlyDisabled },
        },
      ]}
      columns={columnsIn(texts)}
      bulk={{
        Bar: BulkBar,
        exported: ["client_id", "name", "type", "enabled", "redirect_uris"],
        undoHint,
        useConsequences: (action) => consequences[action],
      }}
    />
  );
}

const columnsIn = (texts: (typeof applicationsTexts)["en"]): readonly Column<Application>[] => [
  { id: "name", header: texts.columns.name, sort: "name", cell: nameOf },
  {
    id: "client_id",
    header: texts.columns.clientId,
    sort: "client_id",
    cell: ({ client_id }) => (
      <Clamped code text={client_id} className="max-w-40 text-sm text-muted xl:max-w-64" />
    ),
  },
  { id: "type", header: texts.columns.type, sort: "type", cell: ({ type }) => texts.types[type].name },
  {
    id: "state",
    header: texts.columns.state,
    sort: "enabled",
    cell: (application) => (
      <span className="inline-flex flex-wrap gap-1.5">
        <ApplicationState application={application} />
        {isOwn(application) && <Badge tone="info">{texts.own}</Badge>}
      </span>
    ),
  },
  {
    id: "updated",
    header: texts.columns.updated,
    sort: "-updated_at",
    align: "end",
    from: "tablet",
    cell: ({ updated_at }) => <Time at={updated_at} />,
  },
];
