import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { describeCall } from "../../api/call-api.ts";
import { assignmentFrom } from "../../components/access/assignment.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { AssignmentFormFields } from "../../components/assignments/assignment-form-fields.tsx";
import { assignmentsTexts } from "../../components/assignments/texts.ts";
import { useAssignmentForm } from "../../components/assignments/use-assignment-form.ts";
import { NewForm } from "../../components/forms/new-form.tsx";
import { PermittedButton } from "../../components/permissions/permitted-button.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";

const route = getRouteApi("/assignments/new");

/** Assigns one role or permission. The address may prefill the fields. */
export function NewAssignmentPage() {
  const texts = useTexts(assignmentsTexts);
  const navigate = useNavigate();
  const form = useAssignmentForm(route.useSearch());
  const { principal } = form.typed;
  const submit = async () => {
    if (await form.submit())
      await navigate({ to: "/assignments", search: { principal }, ignoreBlocker: true });
  };
  const keepForLater = async () => {
    if (form.addToDraft()) await navigate({ to: "/draft", ignoreBlocker: true });
  };
  return (
    <>
      <PageHeader
        title={texts.giveTitle}
        description={texts.giveDescription}
        breadcrumbs={[{ label: texts.title, place: { to: "/assignments" } }]}
        actions={<ApiCall call={describeCall("POST /assignments", { body: assignmentFrom(form.typed) })} />}
      />
      <NewForm
        list={{ to: "/assignments" }}
        dirty={form.dirty}
        onSubmit={submit}
        buttons={
          <>
            <PermittedButton icon="draft" needs="simulate" onClick={keepForLater}>
              {texts.toDraft}
            </PermittedButton>
            <Button kind="primary" type="submit" loading={form.working}>
              {texts.submit}
            </Button>
          </>
        }
      >
        <AssignmentFormFields form={form} />
      </NewForm>
    </>
  );
}
