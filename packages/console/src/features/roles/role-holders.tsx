import { useState } from "react";
import { AssignDialog } from "../../components/assignments/assign-dialog.tsx";
import { AssignmentsTable } from "../../components/assignments/assignments-table.tsx";
import { PermittedButton } from "../../components/permissions/permitted-button.tsx";
import { rolesTexts } from "../../components/roles/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Chip } from "../../ui/display/chip.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { useRelatedRoles } from "./use-related-roles.ts";

export function RoleHolders({ name }: { readonly name: string }) {
  const texts = useTexts(rolesTexts);
  const [assigning, setAssigning] = useState(false);
  const inheriting = [...(useRelatedRoles(name).data?.inheriting ?? [])];
  const give = (
    <PermittedButton kind="primary" icon="plus" needs="assignments.write" onClick={() => setAssigning(true)}>
      {texts.giveRole}
    </PermittedButton>
  );
  return (
    <Section title={texts.holdersTitle} description={texts.holdersHint} actions={give} frame="bare">
      <AssignmentsTable
        label={texts.holdersTitle}
        query={{ role: name }}
        without="gives"
        empty={
          <EmptyState icon="person" title={texts.notAssignedTitle}>
            {texts.notAssignedHint}
          </EmptyState>
        }
      />
      {inheriting.length > 0 && (
        <p className="mt-4 flex flex-wrap items-center gap-1.5">
          <span className="text-muted">{texts.inheritedBy}</span>
          {inheriting.map((role) => (
            <Chip
              key={role}
              icon="role"
              place={{ to: "/roles/$name", params: { name: role }, search: { tab: "holders" } }}
            >
              {role}
            </Chip>
          ))}
        </p>
      )}
      {assigning && <AssignDialog known={{ role: name }} onClose={() => setAssigning(false)} />}
    </Section>
  );
}
