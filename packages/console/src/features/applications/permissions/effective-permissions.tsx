import { describeCall } from "../../../api/call-api.ts";
import { usePages } from "../../../api/use-api.ts";
import { may } from "../../../auth/may.ts";
import { ApiCall } from "../../../components/api-call/api-call.tsx";
import { DataTable } from "../../../components/lists/data-table.tsx";
import { pagedRows } from "../../../components/lists/paged-rows.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Time } from "../../../ui/display/time.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { PlaceLink } from "../../../ui/place-link.tsx";
import { GrantPath } from "../grant-path.tsx";
import { useApplication } from "../use-application.ts";
import { permissionsTexts } from "./texts.ts";

const PER_PAGE = 50;

/** Lists the effective permissions of the application, as a check would decide now. */
export function EffectivePermissions() {
  const texts = useTexts(permissionsTexts);
  const { application, clientId } = useApplication();
  const explain = may("explain");
  const given = { body: { subject: `application:${clientId}`, explain, limit: PER_PAGE } };
  const pages = usePages("POST /list/permissions", given, { enabled: may("list") });
  const rows = pages.data?.pages.flatMap(({ body }) => body.items);
  // Most applications that sign users in have no permissions of their own, and need none.
  if (!may("list") || (application.type !== "service" && (rows ?? []).length === 0)) return null;
  return (
    <Section
      title={texts.effective}
      description={texts.effectiveHint}
      frame="bare"
      actions={
        <>
          <ApiCall call={describeCall("POST /list/permissions", given)} />
          <PlaceLink
            place={{ to: "/check", search: { subject: `application:${clientId}` } }}
            className="text-link"
          >
            {texts.why}
          </PlaceLink>
        </>
      }
    >
      <DataTable
        label={texts.effective}
        {...pagedRows(pages)}
        rowKey={({ permission }) => permission}
        skeletonRows={3}
        columns={[
          { id: "permission", header: texts.permission, cell: ({ permission }) => <code>{permission}</code> },
          { id: "via", header: texts.via, cell: ({ via }) => via && <GrantPath via={via} /> },
          {
            id: "expires",
            header: texts.expires,
            align: "end",
            cell: ({ expires_at }) => <Time at={expires_at} never={texts.forever} />,
          },
        ]}
        empty={
          <EmptyState icon="access" title={texts.noPermissions}>
            {texts.noPermissionsHint}
          </EmptyState>
        }
      />
    </Section>
  );
}
