import { type AnswerOf, type CallArguments, callApi } from "../../api/call-api.ts";
import { BulkAssignDialog } from "../../components/bulk/bulk-assign-dialog.tsx";
import { type BulkAction, BulkBar } from "../../components/bulk/bulk-bar.tsx";
import { BulkDeleteDialog } from "../../components/bulk/bulk-delete-dialog.tsx";
import type { ExportedList } from "../../components/bulk/export-dialog.tsx";
import { bulkTexts } from "../../components/bulk/texts.ts";
import type { RowSelection } from "../../components/lists/row-selection.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { groupsTexts } from "./texts.ts";

export type Group = AnswerOf<"GET /groups/{name}">;

interface GroupBulkBarProps {
  readonly selection: RowSelection<Group>;
  readonly list: ExportedList<Group>;
}

/** Assign access to the selected groups, delete and export them. */
export function GroupBulkBar({ selection, list }: GroupBulkBarProps) {
  const texts = useTexts(bulkTexts);
  const { things, deleteLosesAccess } = useTexts(groupsTexts);
  const actions: readonly BulkAction<Group>[] = [
    {
      label: texts.assign,
      icon: "assignment",
      needs: "assignments.write",
      dialog: (frame) => (
        <BulkAssignDialog
          {...frame}
          title={texts.assignTitle(things(frame.rows.length))}
          decided="principal"
          decidedBy={({ name }) => `group:${name}`}
        />
      ),
    },
    {
      label: texts.delete,
      icon: "trash",
      needs: "groups.write",
      dialog: (frame) => (
        <BulkDeleteDialog
          {...frame}
          things={things}
          consequences={[deleteLosesAccess]}
          restorable
          remove={({ name }, cascade) =>
            callApi("DELETE /groups/{name}", { params: { name }, ...(cascade && { query: { cascade } }) })
          }
        />
      ),
    },
  ];
  return <BulkBar selection={selection} nameOf={({ name }) => name} actions={actions} list={list} />;
}

/** The list of groups as a file, with the filters of the page. */
export const exportedGroups = (query: CallArguments<"GET /groups">["query"]): ExportedList<Group> => ({
  name: "groups",
  columns: {
    name: ({ name }) => name,
    description: ({ description }) => description,
    created_at: ({ created_at }) => created_at,
    updated_at: ({ updated_at }) => updated_at,
  },
  readPage: async (page, signal) =>
    (await callApi("GET /groups", { query: { ...query, ...page }, signal })).body,
});
