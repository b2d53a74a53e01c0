import { type CallArguments, callApi } from "../../api/call-api.ts";
import type { Role } from "../../components/access/role.ts";
import { BulkAssignDialog } from "../../components/bulk/bulk-assign-dialog.tsx";
import { type BulkAction, BulkBar } from "../../components/bulk/bulk-bar.tsx";
import { BulkDeleteDialog } from "../../components/bulk/bulk-delete-dialog.tsx";
import type { ExportedList } from "../../components/bulk/export-dialog.tsx";
import { bulkTexts } from "../../components/bulk/texts.ts";
import type { RowSelection } from "../../components/lists/row-selection.ts";
import { rolesTexts } from "../../components/roles/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";

interface RoleBulkBarProps {
  readonly selection: RowSelection<Role>;
  readonly list: ExportedList<Role>;
}

/** Assign the selected roles to one subject, delete and export them. */
export function RoleBulkBar({ selection, list }: RoleBulkBarProps) {
  const texts = useTexts(bulkTexts);
  const { things, deleteLosesAccess } = useTexts(rolesTexts);
  const actions: readonly BulkAction<Role>[] = [
    {
      label: texts.assign,
      icon: "assignment",
      needs: "assignments.write",
      dialog: (frame) => (
        <BulkAssignDialog
          {...frame}
          title={texts.assignRolesTitle(things(frame.rows.length))}
          decided="role"
          decidedBy={({ name }) => name}
        />
      ),
    },
    {
      label: texts.delete,
      icon: "trash",
      needs: "roles.write",
      dialog: (frame) => (
        <BulkDeleteDialog
          {...frame}
          things={things}
          consequences={[deleteLosesAccess]}
          restorable
          remove={({ name }, cascade) =>
            callApi("DELETE /roles/{name}", { params: { name }, ...(cascade && { query: { cascade } }) })
          }
        />
      ),
    },
  ];
  return <BulkBar selection={selection} nameOf={({ name }) => name} actions={actions} list={list} />;
}

/** The list of roles as a file, with the filters of the page. */
export const exportedRoles = (query: CallArguments<"GET /roles">["query"]): ExportedList<Role> => ({
  name: "roles",
  columns: {
    name: ({ name }) => name,
    description: ({ description }) => description,
    inherits: ({ inherits = [] }) => inherits.join(" "),
    grants: ({ grants }) => grants,
    created_at: ({ created_at }) => created_at,
    updated_at: ({ updated_at }) => updated_at,
  },
  readPage: async (page, signal) =>
    (await callApi("GET /roles", { query: { ...query, ...page }, signal })).body,
});
