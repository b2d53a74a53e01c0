import { useState } from "react";
import { describeCall } from "../../../api/call-api.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { ApiCall } from "../../../ui/api-call.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Section } from "../../../ui/section.tsx";
import { AssignmentsTable } from "../../assignments/assignments-table.tsx";
import { GiveDialog } from "../../assignments/give-dialog.tsx";
import { usePerson } from "../person-context.ts";
import { peopleTexts } from "../texts.ts";
import { Memberships } from "./memberships.tsx";

/** What the user was given directly, and the groups that bring more. */
export function AccessTab() {
  const texts = useTexts(peopleTexts);
  const { id } = usePerson().value;
  const principal = `user:${id}`;
  const query = { principal };
  const [giving, setGiving] = useState(false);
  const give = (
    <Button kind="primary" icon="plus" needs="assignments.write" onClick={() => setGiving(true)}>
      {texts.give}
    </Button>
  );
  return (
    <>
      <Section
        title={texts.assignments}
        description={texts.assignmentsHint}
        frame="bare"
        actions={
          <>
            <ApiCall call={describeCall("GET /assignments", { query })} look="icon" />
            {give}
          </>
        }
      >
        <AssignmentsTable
          label={texts.assignments}
          query={query}
          without="principal"
          empty={
            <EmptyState icon="assignment" title={texts.noAssignments} action={give}>
              {texts.noAssignmentsHint}
            </EmptyState>
          }
        />
      </Section>
      <Memberships userId={id} />
      {giving && <GiveDialog known={{ principal }} onClose={() => setGiving(false)} />}
    </>
  );
}
