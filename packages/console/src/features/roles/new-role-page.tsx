import { useNavigate } from "@tanstack/react-router";
import { ApiProblem } from "../../api/problem.ts";
import { EMPTY_ROLE, roleBodyFrom } from "../../components/access/role.ts";
import { changeDraft, putRole } from "../../components/draft/draft-store.ts";
import { NameField } from "../../components/fields/name-field.tsx";
import { NewEntityPage } from "../../components/pages/new-entity-page.tsx";
import { PermittedButton } from "../../components/permissions/permitted-button.tsx";
import { useToast } from "../../components/problems/toasts.tsx";
import { RoleFields } from "../../components/roles/role-fields.tsx";
import { rolesTexts } from "../../components/roles/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";

const UNTOUCHED = { name: "", ...EMPTY_ROLE };

export function NewRolePage() {
  const texts = useTexts(rolesTexts);
  const navigate = useNavigate();
  const toast = useToast();
  const addToDraft = ({ name, ...role }: typeof UNTOUCHED) => {
    changeDraft(putRole({ name: name.trim(), role }));
    toast({ title: texts.addedToDraft });
    void navigate({ to: "/draft", ignoreBlocker: true });
  };
  return (
    <NewEntityPage
      kind="role"
      texts={texts}
      untouched={UNTOUCHED}
      isComplete={({ name }) => name.trim() !== ""}
      bodyOf={({ name, ...role }) => ({ name: name.trim(), ...roleBodyFrom(role) })}
      hasTakenField
      buttons={(typed, check) => (
        <PermittedButton icon="draft" needs="simulate" onClick={() => check() && addToDraft(typed)}>
          {texts.toDraft}
        </PermittedButton>
      )}
    >
      {({ typed: { name, ...role }, change, error, tried }) => (
        <>
          <NameField
            value={name}
            onChange={(next) => change({ name: next })}
            texts={texts}
            error={error}
            tried={tried}
          />
          <RoleFields
            typed={role}
            onChange={change}
            problem={error instanceof ApiProblem ? error : undefined}
          />
        </>
      )}
    </NewEntityPage>
  );
}
