import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { describeCall } from "../../api/call-api.ts";
import { ApiProblem } from "../../api/problem.ts";
import { isTaken } from "../../api/problem-at.ts";
import { useWrite } from "../../api/use-api.ts";
import { isSame } from "../../is-same.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { ApiCall } from "../../ui/api-call.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Field } from "../../ui/field.tsx";
import { FormProblem } from "../../ui/form-problem.tsx";
import { LeaveGuard } from "../../ui/leave-guard.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { changeDraft, putRole } from "../draft/draft-store.ts";
import { NO_ROLE, type TypedRole, writeRole } from "./role.ts";
import { RoleFields } from "./role-fields.tsx";
import { rolesTexts } from "./texts.ts";

const FIELDS = ["/name", "/description", "/inherits", "/grants"];

export function NewRolePage() {
  const texts = useTexts(rolesTexts);
  const navigate = useNavigate();
  const toast = useToast();
  const [name, setName] = useState("");
  const [typed, setTyped] = useState<TypedRole>(NO_ROLE);
  const [tried, setTried] = useState(false);
  const write = useWrite("POST /roles");
  const problem = write.error instanceof ApiProblem ? write.error : undefined;
  const taken = isTaken(write.error) ? texts.nameTaken : undefined;
  const body = { name: name.trim(), ...writeRole(typed) };

  const submit = () => {
    setTried(true);
    if (name.trim() === "") return;
    write.mutate(
      { body },
      {
        onSuccess: () => {
          toast({ title: texts.created(name.trim()) });
          void navigate({ to: "/roles/$name", params: { name: name.trim() }, ignoreBlocker: true });
        },
      },
    );
  };
  const keepForLater = () => {
    setTried(true);
    if (name.trim() === "") return;
    changeDraft(putRole({ name: name.trim(), role: typed }));
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
              taken ??
              problem?.about("/name") ??
              (tried && name.trim() === "" ? texts.missingName : undefined)
            }
            required
          >
            <TextInput value={name} onChange={setName} autoComplete="off" spellCheck={false} />
          </Field>
          <RoleFields typed={typed} onChange={setTyped} problem={problem} />
          <div className="flex flex-wrap justify-end gap-2 border-t pt-4">
            <LinkButton to="/roles">{texts.cancel}</LinkButton>
            <Button icon="draft" needs="simulate" onClick={keepForLater}>
              {texts.toDraft}
            </Button>
            <Button kind="primary" type="submit" loading={write.isPending}>
              {texts.create}
            </Button>
          </div>
        </form>
        <LeaveGuard when={name !== "" || !isSame(typed, NO_ROLE)} />
      </Card>
    </>
  );
}
