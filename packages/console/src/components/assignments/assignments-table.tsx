import { type ReactNode, useState } from "react";
import type { CallArguments } from "../../api/call-api.ts";
import { usePages } from "../../api/use-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { Chip } from "../../ui/display/chip.tsx";
import { Time } from "../../ui/display/time.tsx";
import { type Assignment, isExpired, type StoredAssignment, withoutIdentity } from "../access/assignment.ts";
import { type Column, DataTable } from "../lists/data-table.tsx";
import { pagedRows } from "../lists/paged-rows.ts";
import type { Sorting } from "../lists/sorting.ts";
import { PermittedMenu } from "../permissions/permitted-menu.tsx";
import { PrincipalLink } from "../principals/principal-link.tsx";
import { type PrincipalName, usePrincipalNameOf } from "../principals/use-principal-names.ts";
import { AssignDialog } from "./assign-dialog.tsx";
import { assignmentsTexts } from "./texts.ts";
import { useAssign } from "./use-assign.ts";

interface AssignmentsTableProps {
  readonly label: string;
  readonly query: NonNullable<CallArguments<"GET /assignments">["query"]>;
  readonly empty: ReactNode;
  /** The column to omit where the view is about one principal or one role. */
  readonly without?: "principal" | "gives";
  /** Where the address has the order; without it, the order is fixed. */
  readonly sorting?: Sorting;
}

/** Lists assignments page by page, with the actions for each. */
export function AssignmentsTable({ label, query, empty, without, sorting }: AssignmentsTableProps) {
  const texts = useTexts(assignmentsTexts);
  const pages = usePages("GET /assignments", { query });
  const nameOf = usePrincipalNameOf();
  const [copied, setCopied] = useState<Partial<Assignment> | undefined>(undefined);
  const columns: readonly Column<StoredAssignment>[] = [
    {
      id: "principal",
      header: texts.columns.principal,
      cell: (row) => <PrincipalLink principal={row.principal} name={nameOf(row)} />,
    },
    {
      id: "gives",
      header: texts.columns.gives,
      sort: "role_or_permission",
      cell: (row) => <Given row={row} />,
    },
    {
      id: "at",
      header: texts.columns.at,
      sort: "at",
      cell: ({ at }) =>
        at === undefined ? <span className="text-muted">{texts.everywhere}</span> : <Chip code>{at}</Chip>,
    },
    {
      id: "until",
      header: texts.columns.until,
      sort: "expires_at",
      cell: (row) => <Until row={row} />,
      from: "tablet",
      className: "whitespace-nowrap",
    },
    {
      id: "actions",
      header: <span className="sr-only">{texts.columns.actions}</span>,
      align: "end",
      cell: (row) => <Actions row={row} name={nameOf(row)} onCopy={setCopied} />,
    },
  ];
  return (
    <>
      <DataTable
        label={label}
        columns={columns.filter(({ id }) => id !== without)}
        {...pagedRows(pages)}
        sorting={sorting}
        noun="assignments"
        rowKey={({ id }) => id}
        skeletonRows={without === undefined ? 8 : 2}
        empty={empty}
      />
      {copied && <AssignDialog known={copied} onClose={() => setCopied(undefined)} />}
    </>
  );
}

function Given({ row }: { readonly row: StoredAssignment }) {
  const texts = useTexts(assignmentsTexts);
  return (
    <span className="grid justify-items-start gap-1">
      <span className="flex flex-wrap items-center gap-1.5">
        {row.role !== undefined ? (
          <Chip icon="role" place={{ to: "/roles/$name", params: { name: row.role } }}>
            {row.role}
          </Chip>
        ) : (
          <Chip icon="lock" code>
            {row.permission}
          </Chip>
        )}
        {row.when !== undefined && <Badge icon="code">{texts.conditional}</Badge>}
      </span>
      {row.when !== undefined && <code className="text-sm text-muted">{row.when}</code>}
    </span>
  );
}

function Until({ row }: { readonly row: StoredAssignment }) {
  const texts = useTexts(assignmentsTexts);
  if (isExpired(row))
    return (
      <span className="flex flex-wrap items-center gap-1.5 xl:flex-nowrap">
        <Badge tone="warning">{texts.expired}</Badge> <Time at={row.expires_at} />
      </span>
    );
  return <Time at={row.expires_at} never={texts.permanently} />;
}

interface ActionsProps {
  readonly row: StoredAssignment;
  readonly name: PrincipalName;
  onCopy(known: Partial<Assignment>): void;
}

function Actions({ row, name, onCopy }: ActionsProps) {
  const texts = useTexts(assignmentsTexts);
  const { revoke } = useAssign();
  const asked = {
    subject: row.principal,
    ...(row.permission !== undefined && !row.permission.endsWith("*") && { permission: row.permission }),
    ...(row.at !== undefined && { resource: row.at }),
  };
  return (
    <PermittedMenu
      trigger={<IconButton icon="more" size="small" label={texts.moreOf(name.label)} />}
      items={[
        { label: texts.checkThis, icon: "access", place: { to: "/check", search: asked } },
        {
          label: texts.copyOf,
          icon: "copy",
          needs: "assignments.write",
          onSelect: () => onCopy({ ...withoutIdentity(row), principal: "" }),
        },
        { separator: "end" },
        {
          label: texts.revoke,
          icon: "trash",
          danger: true,
          needs: "assignments.write",
          onSelect: () => void revoke(row),
        },
      ]}
    />
  );
}
