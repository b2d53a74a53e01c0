import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { describeCall } from "../../api/call-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { ApiCall } from "../../ui/api-call.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { FormProblem } from "../../ui/form-problem.tsx";
import { LeaveGuard } from "../../ui/leave-guard.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { changeDraft } from "../draft/draft-store.ts";
import { writeAssignment } from "./assignment.ts";
import { ASSIGNMENT_MEMBERS, AssignmentFields } from "./assignment-fields.tsx";
import { assignmentsTexts } from "./texts.ts";
import { useGive } from "./use-give.ts";

/** One assignment, written as a batch. */
const POINTER = "/create/0";
const FIELDS = ASSIGNMENT_MEMBERS.map((member) => `${POINTER}/${member}`);

const route = getRouteApi("/assignments/new");

/** Gives one role or permission. What is known already may stand in the address. */
export function NewAssignmentPage() {
  const texts = useTexts(assignmentsTexts);
  const navigate = useNavigate();
  const toast = useToast();
  const form = useGive(route.useSearch());
  const submit = async () => {
    if (await form.submit())
      await navigate({
        to: "/assignments",
        search: { principal: form.typed.principal },
        ignoreBlocker: true,
      });
  };
  const keepForLater = async () => {
    const assignment = form.complete();
    if (!assignment) return;
    changeDraft((draft) => ({ ...draft, give: [...draft.give, assignment] }));
    toast({ title: texts.addedToDraft });
    await navigate({ to: "/draft", ignoreBlocker: true });
  };
  return (
    <>
      <PageHeader
        title={texts.giveTitle}
        description={texts.giveDescription}
        breadcrumbs={[{ label: texts.title, place: { to: "/assignments" } }]}
        actions={<ApiCall call={describeCall("POST /assignments", { body: writeAssignment(form.typed) })} />}
      />
      <Card className="max-w-3xl">
        <form
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <FormProblem error={form.error} title={texts.failed} fields={FIELDS} />
          <AssignmentFields
            typed={form.typed}
            onChange={form.setTyped}
            tried={form.tried}
            problem={form.problem}
            pointer={POINTER}
          />
          <div className="flex flex-wrap justify-end gap-2 border-t pt-4">
            <LinkButton to="/assignments">{texts.cancel}</LinkButton>
            <Button icon="draft" needs="simulate" onClick={keepForLater}>
              {texts.toDraft}
            </Button>
            <Button kind="primary" type="submit" loading={form.working}>
              {texts.submit}
            </Button>
          </div>
        </form>
        <LeaveGuard when={form.dirty} />
      </Card>
    </>
  );
}
