import { useState } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Section } from "../../ui/section.tsx";
import { AssignmentsTable } from "../assignments/assignments-table.tsx";
import { GiveDialog } from "../assignments/give-dialog.tsx";
import { groupsTexts } from "./texts.ts";

export function GroupAssignments({ name }: { readonly name: string }) {
  const texts = useTexts(groupsTexts);
  const [giving, setGiving] = useState(false);
  const principal = `group:${name}`;
  return (
    <Section
      title={texts.assignmentsTitle}
      description={texts.assignmentsHint}
      frame="bare"
      actions={
        <Button kind="primary" icon="plus" needs="assignments.write" onClick={() => setGiving(true)}>
          {texts.give}
        </Button>
      }
    >
      <AssignmentsTable
        label={texts.assignmentsTitle}
        query={{ principal }}
        without="principal"
        empty={
          <EmptyState icon="assignment" title={texts.nothingTitle}>
            {texts.nothingHint}
          </EmptyState>
        }
      />
      {giving && <GiveDialog known={{ principal }} onClose={() => setGiving(false)} />}
    </Section>
  );
}
