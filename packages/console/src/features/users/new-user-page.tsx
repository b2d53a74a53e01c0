import type { BodyOf } from "../../api/call-api.ts";
import { issueAt } from "../../api/issue-at.ts";
import { Field } from "../../components/fields/field.tsx";
import { NewEntityPage } from "../../components/pages/new-entity-page.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { PasswordInput } from "../../ui/form/password-input.tsx";
import { type Profile, userBodyFrom } from "./profile/profile.ts";
import { ProfileFields } from "./profile/profile-fields.tsx";
import { userTexts } from "./texts.ts";

type NewUser = Profile & { readonly password: string; readonly enabled: boolean };

const UNTOUCHED: NewUser = { username: "", name: "", email: "", password: "", enabled: true, attributes: {} };

export function NewUserPage() {
  const texts = useTexts(userTexts);
  return (
    <NewEntityPage
      kind="user"
      texts={texts}
      untouched={UNTOUCHED}
      isComplete={({ username, attributes }) => username !== "" && attributes !== undefined}
      bodyOf={bodyOf}
      shownBodyOf={shownBodyOf}
      hasTakenField
    >
      {({ typed, change, error, tried }) => (
        <>
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
        </>
      )}
    </NewEntityPage>
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
