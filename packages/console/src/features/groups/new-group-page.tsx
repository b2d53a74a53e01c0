import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { describeCall } from "../../api/call-api.ts";
import { ApiProblem } from "../../api/problem.ts";
import { isTaken } from "../../api/problem-at.ts";
import { useWrite } from "../../api/use-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { ApiCall } from "../../ui/api-call.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Field } from "../../ui/field.tsx";
import { FormProblem } from "../../ui/form-problem.tsx";
import { LeaveGuard } from "../../ui/leave-guard.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import type { Option } from "../../ui/option.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { MemberPicker } from "./member-picker.tsx";
import { groupsTexts } from "./texts.ts";

const FIELDS = ["/name", "/description", "/members"];

export function NewGroupPage() {
  const texts = useTexts(groupsTexts);
  const navigate = useNavigate();
  const toast = useToast();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [members, setMembers] = useState<readonly Option[]>([]);
  const [tried, setTried] = useState(false);
  const write = useWrite("POST /groups");
  const problem = write.error instanceof ApiProblem ? write.error : undefined;
  const taken = isTaken(write.error) ? texts.nameTaken : undefined;
  const body = {
    name: name.trim(),
    ...(description.trim() !== "" && { description: description.trim() }),
    members: members.map(({ value }) => value),
  };
  const submit = () => {
    setTried(true);
    if (body.name === "") return;
    write.mutate(
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
      <Card className="max-w-3xl">
        <form
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <FormProblem
            error={isTaken(write.error) ? undefined : write.error}
            title={texts.notSaved}
            fields={FIELDS}
          />
          <Field
            label={texts.name}
            hint={texts.nameHint}
            error={
              taken ?? problem?.about("/name") ?? (tried && body.name === "" ? texts.missingName : undefined)
            }
            required
          >
            <TextInput value={name} onChange={setName} autoComplete="off" spellCheck={false} />
          </Field>
          <Field label={texts.descriptionLabel} error={problem?.about("/description")}>
            <TextInput value={description} onChange={setDescription} />
          </Field>
          <Field label={texts.members} hint={texts.membersHint} error={problem?.about("/members", true)}>
            <MemberPicker value={members} onChange={setMembers} />
          </Field>
          <div className="flex flex-wrap justify-end gap-2 border-t pt-4">
            <LinkButton to="/groups">{texts.cancel}</LinkButton>
            <Button kind="primary" type="submit" loading={write.isPending}>
              {texts.create}
            </Button>
          </div>
        </form>
        <LeaveGuard when={name !== "" || description !== "" || members.length > 0} />
      </Card>
    </>
  );
}
