import { useState } from "react";
import { describeCall } from "../../api/call-api.ts";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { ApiCall } from "../api-call/api-call.tsx";
import { PermittedButton } from "../permissions/permitted-button.tsx";
import { AssignDialog } from "./assign-dialog.tsx";
import { AssignmentsTable } from "./assignments-table.tsx";

interface AssignmentsOfProps {
  /** `user:…`, `group:…`, `application:…`. */
  readonly principal: string;
  readonly words: {
    readonly assignments: string;
    readonly assignmentsHint: string;
    readonly give: string;
    readonly noAssignments: string;
    readonly noAssignmentsHint: string;
  };
}

/** Lists the direct assignments of a principal. The user can add and revoke assignments, and undo both. */
export function AssignmentsOf({ principal, words }: AssignmentsOfProps) {
  const query = { principal };
  const [giving, setGiving] = useState(false);
  const give = (
    <PermittedButton kind="primary" icon="plus" needs="assignments.write" onClick={() => setGiving(true)}>
      {words.give}
    </PermittedButton>
  );
  return (
    <Section
      title={words.assignments}
      description={words.assignmentsHint}
      frame="bare"
      actions={
        <>
          <ApiCall call={describeCall("GET /assignments", { query })} />
          {give}
        </>
      }
    >
      <AssignmentsTable
        label={words.assignments}
        query={query}
        without="principal"
        empty={
          <EmptyState icon="assignment" title={words.noAssignments} action={give}>
            {words.noAssignmentsHint}
          </EmptyState>
        }
      />
      {giving && <AssignDialog known={query} onClose={() => setGiving(false)} />}
    </Section>
  );
}
