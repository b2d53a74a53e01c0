import { describeCall } from "../../api/call-api.ts";
import { useRead } from "../../api/use-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { Time } from "../../ui/display/time.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { ApiCall } from "../api-call/api-call.tsx";
import { DataTable } from "../lists/data-table.tsx";
import { nodesTexts } from "./texts.ts";

const READ_EVERY_MILLISECONDS = 10_000;

/** Lists the servers on this database, and whether each has the newest permission data. */
export function NodeList() {
  const texts = useTexts(nodesTexts);
  const { data, error, refetch } = useRead("GET /nodes", {}, { everyMilliseconds: READ_EVERY_MILLISECONDS });
  const nodes = data?.body.items;
  const newest = Math.max(0, ...(nodes ?? []).map(({ revision }) => revision));
  return (
    <Section
      title={texts.nodes}
      description={texts.nodesHint}
      actions={<ApiCall call={describeCall("GET /nodes", {})} />}
      frame="bare"
    >
      <DataTable
        label={texts.nodes}
        rows={nodes}
        rowKey={({ id }) => id}
        error={error}
        retry={() => void refetch()}
        skeletonRows={1}
        empty={<p className="px-4 py-5 text-muted">{texts.noNodes}</p>}
        columns={[
          { id: "host", header: texts.host, cell: ({ host }) => <code>{host}</code> },
          { id: "version", header: texts.version, cell: ({ version }) => version },
          { id: "engine", header: texts.engine, cell: ({ engine }) => texts.engines[engine], from: "tablet" },
          {
            id: "started",
            header: texts.started,
            cell: ({ started_at }) => <Time at={started_at} />,
            from: "tablet",
          },
          {
            id: "revision",
            header: texts.revision,
            align: "end",
            cell: ({ revision }) => (
              <span className="inline-flex items-center gap-2 tabular-nums">
                {newest > revision && <Badge tone="warning">{texts.behind(newest - revision)}</Badge>}
                {revision}
              </span>
            ),
          },
        ]}
      />
    </Section>
  );
}
