import { useState } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Section } from "../../ui/section.tsx";
import { AssignmentsTable } from "../assignments/assignments-table.tsx";
import { GiveDialog } from "../assignments/give-dialog.tsx";
import { rolesTexts } from "./texts.ts";
import { useRoleFamily } from "./use-role-family.ts";

export function RoleHolders({ name }: { readonly name: string }) {
  const texts = useTexts(rolesTexts);
  const [giving, setGiving] = useState(false);
  const heirs = [...(useRoleFamily(name).data?.heirs ?? [])];
  const give = (
    <Button kind="primary" icon="plus" needs="assignments.write" onClick={() => setGiving(true)}>
      {texts.giveRole}
    </Button>
  );
  return (
    <Section title={texts.holdersTitle} description={texts.holdersHint} actions={give} frame="bare">
      <AssignmentsTable
        label={texts.holdersTitle}
        query={{ role: name }}
        without="gives"
        empty={
          <EmptyState icon="person" title={texts.nobodyTitle}>
            {texts.nobodyHint}
          </EmptyState>
        }
      />
      {heirs.length > 0 && (
        <p className="mt-4 flex flex-wrap items-center gap-1.5">
          <span className="text-muted">{texts.inheritedBy}</span>
          {heirs.map((heir) => (
            <Chip
              key={heir}
              icon="role"
              place={{ to: "/roles/$name", params: { name: heir }, search: { tab: "holders" } }}
            >
              {heir}
            </Chip>
          ))}
        </p>
      )}
      {giving && <GiveDialog known={{ role: name }} onClose={() => setGiving(false)} />}
    </Section>
  );
}
