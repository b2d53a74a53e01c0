import { useNavigate } from "@tanstack/react-router";
import { type BodyOf, describeCall } from "../../api/call-api.ts";
import { issueAt, isTaken } from "../../api/issue-at.ts";
import { useWrite } from "../../api/use-api.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { Field } from "../../components/fields/field.tsx";
import { NewForm } from "../../components/forms/new-form.tsx";
import { FormProblem } from "../../components/problems/form-problem.tsx";
import { useToast } from "../../components/problems/toasts.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { PasswordInput } from "../../ui/form/password-input.tsx";
import { useFormInput } from "../../ui/form/use-form-input.ts";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { type Profile, userBodyFrom } from "./profile/profile.ts";
import { ProfileFields } from "./profile/profile-fields.tsx";
import { userTexts } from "./texts.ts";

type NewUser = Profile & { readonly password: string; readonly enabled: boolean };

const UNTOUCHED: NewUser = { username: "", name: "", email: "", password: "", enabled: true, attributes: {} };
const FIELDS = ["/username", "/name", "/email", "/password", "/attributes"];

export function NewUserPage() {
  const texts = useTexts(userTexts);
  const navigate = useNavigate();
  const toast = useToast();
  const { typed, change, dirty, tried, setTried } = useFormInput(UNTOUCHED);
  const create = useWrite("POST /users");
  const { error } = create;

  const submit = () => {
    setTried(true);
    if (typed.username === "" || !typed.attributes) return;
    create.mutate(
      { body: bodyOf(typed) },
      {
        onSuccess: ({ body: { id } }) => {
          toast({ title: texts.created });
          void navigate({ to: "/users/$id", params: { id }, ignoreBlocker: true });
        },
      },
    );
  };

  return (
    <>
      <PageHeader
        title={texts.createTitle}
        description={texts.createDescription}
        breadcrumbs={[{ label: texts.title, place: { to: "/users" } }]}
        actions={<ApiCall call={describeCall("POST /users", { body: shownBodyOf(typed) })} />}
      />
      <NewForm
        list={{ to: "/users" }}
        dirty={dirty}
        onSubmit={submit}
        buttons={
          <Button type="submit" kind="primary" loading={create.isPending}>
            {texts.create}
          </Button>
        }
      >
        <FormProblem error={isTaken(error) ? undefined : error} title={texts.notCreated} fields={FIELDS} />
        <ProfileFields profile={typed} onChange={change} error={error} tried={tried}>
          <Field label={texts.password} hint={texts.passwordHint} error={issueAt(error, "/password")}>
            <PasswordInput value={typed.password} onChange={(password) => change({ password })} />
          </Field>
        </ProfileFields>
        <Checkbox
          label={texts.enabled}
          detail={texts.enabledHint}
          checked={typed.enabled}
          onChange={(enabled) => change({ enabled })}
        />
      </NewForm>
    </>
  );
}

const bodyOf = ({ password, enabled, ...profile }: NewUser): BodyOf<"POST /users"> => ({
  ...userBodyFrom(profile),
  enabled,
  ...(password !== "" && { password }),
});

/** The API call is shown and copied, so it contains no password. */
const shownBodyOf = (typed: NewUser): BodyOf<"POST /users"> =>
  bodyOf({ ...typed, password: typed.password === "" ? "" : "…" });
