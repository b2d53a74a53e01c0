import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { type BodyOf, describeCall } from "../../api/call-api.ts";
import { isTaken, problemAt } from "../../api/problem-at.ts";
import { useWrite } from "../../api/use-api.ts";
import { isSame } from "../../is-same.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { ApiCall } from "../../ui/api-call.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { FormProblem } from "../../ui/form-problem.tsx";
import { LeaveGuard } from "../../ui/leave-guard.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { ObjectEditor } from "../../ui/object-editor.tsx";
import type { JsonObject } from "../../ui/object-rows.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { peopleTexts } from "./texts.ts";

interface Typed {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly enabled: boolean;
  /** Undefined while they are not valid. */
  readonly attributes: JsonObject | undefined;
}

const NOTHING: Typed = { username: "", name: "", email: "", password: "", enabled: true, attributes: {} };
const FIELDS = ["/username", "/name", "/email", "/password", "/attributes"];

export function NewPersonPage() {
  const texts = useTexts(peopleTexts);
  const navigate = useNavigate();
  const toast = useToast();
  const create = useWrite("POST /users");
  const [typed, setTyped] = useState(NOTHING);
  const [tried, setTried] = useState(false);
  const change = (members: Partial<Typed>) => setTyped((before) => ({ ...before, ...members }));
  const { error } = create;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (typed.username === "" || !typed.attributes) return;
    create.mutate(
      { body: bodyOf(typed) },
      {
        onSuccess: ({ body: { id } }) => {
          toast({ title: texts.created });
          void navigate({ to: "/people/$id", params: { id }, ignoreBlocker: true });
        },
      },
    );
  };

  return (
    <>
      <PageHeader
        title={texts.createTitle}
        description={texts.createDescription}
        breadcrumbs={[{ label: texts.title, place: { to: "/people" } }]}
        actions={<ApiCall call={describeCall("POST /users", { body: shownBodyOf(typed) })} />}
      />
      <form onSubmit={submit} noValidate className="max-w-3xl">
        <Card className="grid gap-5">
          <FormProblem error={isTaken(error) ? undefined : error} title={texts.notCreated} fields={FIELDS} />
          <div className="grid gap-5 md:grid-cols-2">
            <Field
              label={texts.username}
              hint={texts.usernameHint}
              error={
                (isTaken(error) ? texts.usernameTaken : problemAt(error, "/username")) ??
                (tried && typed.username === "" ? texts.missing : undefined)
              }
              required
            >
              <TextInput
                value={typed.username}
                onChange={(username) => change({ username })}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
              />
            </Field>
            <Field label={texts.name} hint={texts.nameHint} error={problemAt(error, "/name")}>
              <TextInput value={typed.name} onChange={(name) => change({ name })} autoComplete="off" />
            </Field>
            <Field label={texts.email} error={problemAt(error, "/email")}>
              <TextInput
                type="email"
                value={typed.email}
                onChange={(email) => change({ email })}
                autoComplete="off"
              />
            </Field>
            <Field label={texts.password} hint={texts.passwordHint} error={problemAt(error, "/password")}>
              <PasswordInput value={typed.password} onChange={(password) => change({ password })} />
            </Field>
          </div>
          <ObjectEditor
            label={texts.attributes}
            hint={texts.attributesHint}
            error={problemAt(error, "/attributes", true)}
            value={typed.attributes}
            onChange={(attributes) => change({ attributes })}
          />
          <Checkbox
            label={texts.enabled}
            detail={texts.enabledHint}
            checked={typed.enabled}
            onChange={(enabled) => change({ enabled })}
          />
          <div className="flex flex-wrap justify-end gap-2 border-t pt-4">
            <LinkButton to="/people">{texts.cancel}</LinkButton>
            <Button type="submit" kind="primary" loading={create.isPending}>
              {texts.create}
            </Button>
          </div>
        </Card>
      </form>
      <LeaveGuard when={!isSame(typed, NOTHING)} />
    </>
  );
}

const bodyOf = ({
  username,
  name,
  email,
  password,
  enabled,
  attributes = {},
}: Typed): BodyOf<"POST /users"> => ({
  username,
  ...(name !== "" && { name }),
  ...(email !== "" && { email }),
  ...(password !== "" && { password }),
  ...(Object.keys(attributes).length > 0 && { attributes }),
  enabled,
});

/** For looking at, and for copying: a password belongs into neither. */
const shownBodyOf = (typed: Typed): BodyOf<"POST /users"> =>
  bodyOf({ ...typed, password: typed.password === "" ? "" : "…" });
