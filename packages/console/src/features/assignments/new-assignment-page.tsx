import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { describeCall } from "../../api/call-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { ApiCall } from "../../ui/api-call.tsx";
import { Button } from "../../ui/button.tsx";
import { NewForm } from "../../ui/new-form.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { writeAssignment } from "./assignment.ts";
import { GiveFields } from "./give-fields.tsx";
import { assignmentsTexts } from "./texts.ts";
import { useGive } from "./use-give.ts";

const route = getRouteApi("/assignments/new");

/** Gives one role or permission. What is known already may stand in the address. */
export function NewAssignmentPage() {
  const texts = useTexts(assignmentsTexts);
  const navigate = useNavigate();
  const form = useGive(route.useSearch());
  const { principal } = form.typed;
  const submit = async () => {
    if (await form.submit())
      await navigate({ to: "/assignments", search: { principal }, ignoreBlocker: true });
  };
  const keepForLater = async () => {
    if (form.keepForLater()) await navigate({ to: "/draft", ignoreBlocker: true });
  };
  return (
    <>
      <PageHeader
        title={texts.giveTitle}
        description={texts.giveDescription}
        breadcrumbs={[{ label: texts.title, place: { to: "/assignments" } }]}
        actions={<ApiCall call={describeCall("POST /assignments", { body: writeAssignment(form.typed) })} />}
      />
      <NewForm
        list={{ to: "/assignments" }}
        dirty={form.dirty}
        onSubmit={submit}
        buttons={
          <>
            <Button icon="draft" needs="simulate" onClick={keepForLater}>
              {texts.toDraft}
            </Button>
            <Button kind="primary" type="submit" loading={form.working}>
              {texts.submit}
            </Button>
          </>
        }
      >
        <GiveFields form={form} />
      </NewForm>
    </>
  );
}
