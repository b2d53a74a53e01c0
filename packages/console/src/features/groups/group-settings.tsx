import type { Entity } from "../../api/entities.ts";
import { issueAt } from "../../api/issue-at.ts";
import type { Versioned } from "../../api/use-form-draft.ts";
import { Field } from "../../components/fields/field.tsx";
import { EntityForm } from "../../components/pages/entity-form.tsx";
import { useEntityDraft } from "../../components/pages/use-entity-draft.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { groupsTexts } from "./texts.ts";

export function GroupSettings({ stored }: { readonly stored: Versioned<Entity<"group">> }) {
  const texts = useTexts(groupsTexts);
  const edit = useEntityDraft("group", {
    stored,
    pick: ({ description = "" }) => ({ description }),
    // The body omits the members on purpose, so that the group keeps them.
    bodyOf: ({ description }) => (description.trim() === "" ? {} : { description: description.trim() }),
    canCreate: true,
  });
  const { part, change, error } = edit.draft;
  return (
    <Card className="grid max-w-3xl gap-5">
      <EntityForm {...edit} kind="group" labels={{ description: texts.descriptionLabel }} saved={texts.saved}>
        <Field label={texts.descriptionLabel} error={issueAt(error, "/description")}>
          <TextInput value={part.description} onChange={(description) => change({ description })} />
        </Field>
      </EntityForm>
    </Card>
  );
}
