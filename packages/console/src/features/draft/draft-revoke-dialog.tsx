import { useState } from "react";
import { usePages } from "../../api/use-api.ts";
import type { StoredAssignment } from "../../components/access/assignment.ts";
import { assignmentsTexts } from "../../components/assignments/texts.ts";
import type { DraftRemoval } from "../../components/draft/draft.ts";
import { changeDraft } from "../../components/draft/draft-store.ts";
import { draftTexts } from "../../components/draft/texts.ts";
import { Field } from "../../components/fields/field.tsx";
import { DataTable } from "../../components/lists/data-table.tsx";
import { pagedRows } from "../../components/lists/paged-rows.ts";
import { PrincipalPicker } from "../../components/principals/pickers.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";

interface DraftRevokeDialogProps {
  readonly chosen: readonly DraftRemoval[];
  onClose(): void;
}

export function DraftRevokeDialog({ chosen, onClose }: DraftRevokeDialogProps) {
  const texts = useTexts(draftTexts);
  const words = useTexts(assignmentsTexts);
  const [principal, setPrincipal] = useState("");
  const pages = usePages("GET /assignments", { query: { principal } }, { enabled: principal !== "" });
  const isChosen = ({ id }: StoredAssignment) => chosen.some((removal) => removal.id === id);
  const choose = ({ version, created_at, updated_at, ...removal }: StoredAssignment) =>
    changeDraft((draft) => ({ ...draft, revoke: [...draft.revoke, removal] }));
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.pickAssignment}
      description={texts.pickAssignmentHint}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      <Field label={texts.whose} required>
        <PrincipalPicker value={principal} onChange={setPrincipal} />
      </Field>
      {principal === "" ? (
        <p className="text-muted">{texts.chooseWhoFirst}</p>
      ) : (
        <DataTable
          label={texts.pickAssignment}
          skeletonRows={3}
          columns={[
            {
              id: "gives",
              header: words.columns.gives,
              cell: (row: StoredAssignment) => (
                <span className="font-medium">{row.role ?? row.permission}</span>
              ),
            },
            { id: "at", header: words.columns.at, cell: ({ at }) => at ?? words.everywhere },
            {
              id: "choose",
              header: <span className="sr-only">{words.columns.actions}</span>,
              align: "end",
              cell: (row) => (
                <Button
                  size="small"
                  disabled={isChosen(row)}
                  aria-label={`${texts.choose}: ${row.role ?? row.permission}`}
                  onClick={() => choose(row)}
                >
                  {isChosen(row) ? texts.chosen : texts.choose}
                </Button>
              ),
            },
          ]}
          {...pagedRows(pages)}
          rowKey={({ id }) => id}
          empty={<p className="p-4 text-muted">{texts.noAssignments}</p>}
        />
      )}
    </Dialog>
  );
}
