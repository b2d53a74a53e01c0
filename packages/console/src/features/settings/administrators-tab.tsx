import { describeCall } from "../../api/call-api.ts";
import { usePages } from "../../api/use-api.ts";
import { ADMINISTRATOR_ROLE } from "../../components/access/role.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { assignmentsTexts } from "../../components/assignments/texts.ts";
import { useAssign } from "../../components/assignments/use-assign.ts";
import { DataTable } from "../../components/lists/data-table.tsx";
import { pagedRows } from "../../components/lists/paged-rows.ts";
import { PermittedIconButton } from "../../components/permissions/permitted-icon-button.tsx";
import { PermittedLinkButton } from "../../components/permissions/permitted-link-button.tsx";
import { PrincipalLink } from "../../components/principals/principal-link.tsx";
import { usePrincipalNameOf, usePrincipalNames } from "../../components/principals/use-principal-names.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { TextLink } from "../../ui/button/text-link.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { Time } from "../../ui/display/time.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { useDocumentTitle } from "../../ui/layout/use-document-title.ts";
import { settingsTexts } from "./texts.ts";

/** Administrators hold this permission; a principal with limited permissions over Licet does not. */
const ADMINISTRATOR_PERMISSION = "licet:escalate";
const assignmentsCall = { query: { role: ADMINISTRATOR_ROLE, limit: 50 } };

/** Lists the assignments of the administrator role, and the effective administrators: by group, by role or directly. */
export function AdministratorsTab() {
  const texts = useTexts(settingsTexts);
  useDocumentTitle(texts.tabs.administrators);
  const pages = usePages("GET /assignments", assignmentsCall);
  const rows = pages.data?.pages.flatMap(({ body }) => body.items);
  // A principal that is not on the loaded pages may be on a later one.
  const direct =
    pages.data && !pages.hasNextPage ? new Set(rows?.map(({ principal }) => principal)) : undefined;
  return (
    <>
      <RoleAssignments pages={pages} />
      <EffectiveAdministrators
        type="user"
        title={texts.usersInEffect}
        description={texts.inEffectHint}
        direct={direct}
      />
      <EffectiveAdministrators type="application" title={texts.applicationsInEffect} direct={direct} />
    </>
  );
}

type Pages = ReturnType<typeof usePages<"GET /assignments">>;

function RoleAssignments({ pages }: { readonly pages: Pages }) {
  const texts = useTexts(settingsTexts);
  const words = useTexts(assignmentsTexts);
  const nameOf = usePrincipalNameOf();
  const { revoke } = useAssign();
  return (
    <Section
      title={texts.givenRole}
      description={texts.givenRoleHint}
      actions={
        <>
          <ApiCall call={describeCall("GET /assignments", assignmentsCall)} />
          <PermittedLinkButton
            size="small"
            icon="plus"
            needs="assignments.write"
            to="/assignments/new"
            search={{ role: ADMINISTRATOR_ROLE }}
          >
            {texts.addAdministrator}
          </PermittedLinkButton>
        </>
      }
      frame="bare"
    >
      <DataTable
        label={texts.givenRole}
        {...pagedRows(pages)}
        rowKey={({ id }) => id}
        skeletonRows={2}
        empty={<p className="px-4 py-5 text-muted">{texts.roleNotAssigned}</p>}
        columns={[
          {
            id: "principal",
            header: texts.who,
            cell: (row) => <PrincipalLink principal={row.principal} name={nameOf(row)} />,
          },
          {
            id: "limits",
            header: texts.onlyIf,
            cell: ({ at, when }) =>
              at === undefined && when === undefined ? (
                <Badge tone="good">{texts.unlimited}</Badge>
              ) : (
                <code className="text-sm">{[at, when].filter((part) => part !== undefined).join(" · ")}</code>
              ),
          },
          {
            id: "until",
            header: texts.until,
            cell: ({ expires_at }) => <Time at={expires_at} never={texts.noEnd} />,
          },
          {
            id: "since",
            header: texts.since,
            cell: ({ created_at }) => <Time at={created_at} />,
            from: "tablet",
          },
          {
            id: "actions",
            header: <span className="sr-only">{words.columns.actions}</span>,
            align: "end",
            cell: (row) => (
              <PermittedIconButton
                icon="trash"
                size="small"
                needs="assignments.write"
                label={texts.takeFrom(nameOf(row).label)}
                onClick={() => void revoke(row)}
              />
            ),
          },
        ]}
      />
    </Section>
  );
}

interface EffectiveAdministratorsProps {
  readonly type: "user" | "application";
  readonly title: string;
  readonly description?: string;
  /** The principals with a direct assignment of the role; undefined until all are loaded. */
  readonly direct: ReadonlySet<string> | undefined;
}

function EffectiveAdministrators({ type, title, description, direct }: EffectiveAdministratorsProps) {
  const texts = useTexts(settingsTexts);
  const asked = { body: { permission: ADMINISTRATOR_PERMISSION, type, limit: 100 } } as const;
  const pages = usePages("POST /list/subjects", asked);
  const rows = pages.data?.pages.flatMap(({ body }) => body.items);
  const nameOf = usePrincipalNames((rows ?? []).map(({ id }) => `${type}:${id}`));
  return (
    <Section
      title={title}
      description={description}
      actions={<ApiCall call={describeCall("POST /list/subjects", asked)} />}
      frame="bare"
    >
      <DataTable
        label={title}
        {...pagedRows(pages)}
        rowKey={({ id }) => id}
        skeletonRows={2}
        empty={<p className="px-4 py-5 text-muted">{texts.noEffectiveAdministrators}</p>}
        columns={[
          {
            id: "subject",
            header: texts.who,
            cell: (subject) => (
              <PrincipalLink principal={`${type}:${subject.id}`} name={nameOf(`${type}:${subject.id}`)} />
            ),
          },
          {
            id: "how",
            header: texts.how,
            cell: (subject) =>
              direct && (
                <Badge tone={direct.has(`${type}:${subject.id}`) ? "neutral" : "info"}>
                  {direct.has(`${type}:${subject.id}`) ? texts.directly : texts.indirectly}
                </Badge>
              ),
          },
          {
            id: "why",
            header: <span className="sr-only">{texts.why}</span>,
            align: "end",
            cell: (subject) => (
              <TextLink
                to="/check"
                search={{ subject: `${subject.type}:${subject.id}`, permission: ADMINISTRATOR_PERMISSION }}
              >
                {texts.why}
              </TextLink>
            ),
          },
        ]}
      />
    </Section>
  );
}
