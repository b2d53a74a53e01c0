import { useNavigate } from "@tanstack/react-router";
import { ApiProblem } from "../../api/problem.ts";
import type { Versioned } from "../../api/use-form-draft.ts";
import { type Role, roleBodyFrom, roleInputFrom } from "../../components/access/role.ts";
import { changeDraft, putRole } from "../../components/draft/draft-store.ts";
import { EntityForm } from "../../components/pages/entity-form.tsx";
import { useEntityDraft } from "../../components/pages/use-entity-draft.ts";
import { PermittedButton } from "../../components/permissions/permitted-button.tsx";
import { RoleFields } from "../../components/roles/role-fields.tsx";
import { rolesTexts } from "../../components/roles/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Card } from "../../ui/layout/card.tsx";

export function RoleEditor({ stored }: { readonly stored: Versioned<Role> }) {
  const texts = useTexts(rolesTexts);
  const navigate = useNavigate();
  const edit = useEntityDraft("role", { stored, pick: roleInputFrom, bodyOf: roleBodyFrom, canCreate: true });
  const { draft } = edit;
  const { name } = stored.value;

  const addToDraft = () => {
    changeDraft(putRole({ name, role: draft.part, before: draft.from.value, etag: draft.from.etag }));
    // Leaving loses nothing, because the draft has the input.
    void navigate({ to: "/draft", ignoreBlocker: true });
  };

  return (
    <Card className="flex max-w-4xl flex-col gap-5">
      <EntityForm
        {...edit}
        kind="role"
        labels={{ description: texts.descriptionLabel, inherits: texts.inherits, grants: texts.grants }}
        saved={texts.saved}
        more={
          <PermittedButton icon="draft" needs="simulate" disabled={!draft.dirty} onClick={addToDraft}>
            {texts.tryFirst}
          </PermittedButton>
        }
      >
        <RoleFields
          typed={draft.part}
          onChange={draft.change}
          problem={draft.error instanceof ApiProblem ? draft.error : undefined}
        />
      </EntityForm>
    </Card>
  );
}
