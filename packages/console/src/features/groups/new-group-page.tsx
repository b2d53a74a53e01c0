import { useNavigate } from "@tanstack/react-router";
import { describeCall } from "../../api/call-api.ts";
import { issueAt, isTaken } from "../../api/issue-at.ts";
import { useWrite } from "../../api/use-api.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { Field } from "../../components/fields/field.tsx";
import { NewForm } from "../../components/forms/new-form.tsx";
import { FormProblem } from "../../components/problems/form-problem.tsx";
import { useToast } from "../../components/problems/toasts.tsx";
import type { Option } from "../../components/search/option.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { useFormInput } from "../../ui/form/use-form-input.ts";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { MemberPicker } from "./member-picker.tsx";
import { groupsTexts } from "./texts.ts";

interface NewGroup {
  readonly name: string;
  readonly description: string;
  readonly members: readonly Option[];
}

const UNTOUCHED: NewGroup = { name: "", description: "", members: [] };
const FIELDS = ["/name", "/description", "/members"];

export function NewGroupPage() {
  const texts = useTexts(groupsTexts);
  const navigate = useNavigate();
  const toast = useToast();
  const { typed, change, dirty, tried, setTried } = useFormInput(UNTOUCHED);
  const create = useWrite("POST /groups");
  const { error } = create;
  const body = bodyOf(typed);

  const submit = () => {
    setTried(true);
    if (body.name === "") return;
    create.mutate(
      { body },
      {
        onSuccess: () => {
          toast({ title: texts.created(body.name) });
          void navigate({ to: "/groups/$name", params: { name: body.name }, ignoreBlocker: true });
        },
      },
    );
  };

  return (
    <>
      <PageHeader
        title={texts.createTitle}
        description={texts.createDescription}
        breadcrumbs={[{ label: texts.title, place: { to: "/groups" } }]}
        actions={<ApiCall call={describeCall("POST /groups", { body })} />}
      />
      <NewForm
        list={{ to: "/groups" }}
        dirty={dirty}
        onSubmit={submit}
        buttons={
          <Button kind="primary" type="submit" loading={create.isPending}>
            {texts.create}
          </Button>
        }
      >
        <FormProblem error={isTaken(error) ? undefined : error} title={texts.notSaved} fields={FIELDS} />
        <Field
          label={texts.name}
          hint={texts.nameHint}
          error={
            (isTaken(error) ? texts.nameTaken : issueAt(error, "/name")) ??
            (tried && body.name === "" ? texts.missingName : undefined)
          }
          required
        >
          <TextInput
            value={typed.name}
            onChange={(name) => change({ name })}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        <Field label={texts.descriptionLabel} error={issueAt(error, "/description")}>
          <TextInput value={typed.description} onChange={(description) => change({ description })} />
        </Field>
        <Field label={texts.members} hint={texts.membersHint} error={issueAt(error, "/members", true)}>
          <MemberPicker value={typed.members} onChange={(members) => change({ members })} />
        </Field>
      </NewForm>
    </>
  );
}

const bodyOf = ({ name, description, members }: NewGroup) => ({
  name: name.trim(),
  ...(description.trim() !== "" && { description: description.trim() }),
  members: members.map(({ value }) => value),
});
