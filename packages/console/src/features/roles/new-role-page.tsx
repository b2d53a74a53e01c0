import { useNavigate } from "@tanstack/react-router";
import { describeCall } from "../../api/call-api.ts";
import { issueAt, isTaken } from "../../api/issue-at.ts";
import { ApiProblem } from "../../api/problem.ts";
import { useWrite } from "../../api/use-api.ts";
import { EMPTY_ROLE, roleBodyFrom } from "../../components/access/role.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { changeDraft, putRole } from "../../components/draft/draft-store.ts";
import { Field } from "../../components/fields/field.tsx";
import { NewForm } from "../../components/forms/new-form.tsx";
import { PermittedButton } from "../../components/permissions/permitted-button.tsx";
import { FormProblem } from "../../components/problems/form-problem.tsx";
import { useToast } from "../../components/problems/toasts.tsx";
import { RoleFields } from "../../components/roles/role-fields.tsx";
import { rolesTexts } from "../../components/roles/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { useFormInput } from "../../ui/form/use-form-input.ts";
import { PageHeader } from "../../ui/layout/page-header.tsx";

const UNTOUCHED = { name: "", role: EMPTY_ROLE };
const FIELDS = ["/name", "/description", "/inherits", "/grants"];

export function NewRolePage() {
  const texts = useTexts(rolesTexts);
  const navigate = useNavigate();
  const toast = useToast();
  const { typed, change, dirty, tried, setTried } = useFormInput(UNTOUCHED);
  const create = useWrite("POST /roles");
  const { error } = create;
  const name = typed.name.trim();
  const body = { name, ...roleBodyFrom(typed.role) };

  const submit = () => {
    setTried(true);
    if (name === "") return;
    create.mutate(
      { body },
      {
        onSuccess: () => {
          toast({ title: texts.created(name) });
          void navigate({ to: "/roles/$name", params: { name }, ignoreBlocker: true });
        },
      },
    );
  };
  const addToDraft = () => {
    setTried(true);
    if (name === "") return;
    changeDraft(putRole({ name, role: typed.role }));
    toast({ title: texts.addedToDraft });
    void navigate({ to: "/draft", ignoreBlocker: true });
  };

  return (
    <>
      <PageHeader
        title={texts.createTitle}
        description={texts.createDescription}
        breadcrumbs={[{ label: texts.title, place: { to: "/roles" } }]}
        actions={<ApiCall call={describeCall("POST /roles", { body })} />}
      />
      <NewForm
        list={{ to: "/roles" }}
        dirty={dirty}
        onSubmit={submit}
        buttons={
          <>
            <PermittedButton icon="draft" needs="simulate" onClick={addToDraft}>
              {texts.toDraft}
            </PermittedButton>
            <Button kind="primary" type="submit" loading={create.isPending}>
              {texts.create}
            </Button>
          </>
        }
      >
        <FormProblem error={isTaken(error) ? undefined : error} title={texts.notSaved} fields={FIELDS} />
        <Field
          label={texts.name}
          hint={texts.nameHint}
          error={
            (isTaken(error) ? texts.nameTaken : issueAt(error, "/name")) ??
            (tried && name === "" ? texts.missingName : undefined)
          }
          required
        >
          <TextInput
            value={typed.name}
            onChange={(next) => change({ name: next })}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        <RoleFields
          typed={typed.role}
          onChange={(role) => change({ role })}
          problem={error instanceof ApiProblem ? error : undefined}
        />
      </NewForm>
    </>
  );
}
