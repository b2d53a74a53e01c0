import { PROMPTS, type Prompt, playgroundCallback } from "../../../auth/playground/sign-in-request.ts";
import { signedInUserFrom } from "../../../auth/signed-in-user.ts";
import { currentTokens } from "../../../auth/tokens.ts";
import { type Application, isPublicType } from "../../../components/applications/application.ts";
import { Field } from "../../../components/fields/field.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Notice } from "../../../ui/display/notice.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { usesKey } from "../available-modes.ts";
import type { PlaygroundSearch } from "../playground-search.ts";
import { SecretField } from "../secret-field.tsx";
import { UserField } from "../user-field.tsx";
import { CallbackRegistration } from "./callback-registration.tsx";
import { signInTexts } from "./texts.ts";

interface SignInFieldsProps {
  readonly typed: PlaygroundSearch;
  readonly application: Application | undefined;
  onChange(change: { readonly user?: string | undefined; readonly prompt?: Prompt | undefined }): void;
  readonly secret: string;
  onSecret(secret: string): void;
  readonly error: string | undefined;
}

/** Who signs in, what the pages ask for, and what the application needs for it. */
export function SignInFields({ typed, application, onChange, secret, onSecret, error }: SignInFieldsProps) {
  const texts = useTexts(signInTexts);
  const hasSecret = !application || !(isPublicType(application.type) || usesKey(application));
  const pushes = application?.require_pushed_authorization_requests === true;
  const isOther = (user: string | undefined) =>
    user !== undefined && user !== signedInUserFrom(currentTokens()).id;
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <UserField
          label={texts.user}
          hint={texts.userHint}
          placeholder={texts.anyUser}
          value={typed.user}
          // Without the prompt, the session of this browser would answer for another user.
          onChange={(user) => onChange({ user, ...(isOther(user) && { prompt: "login" }) })}
          error={undefined}
        />
        <Field label={texts.prompt} hint={texts.promptHint} required>
          <Select
            value={typed.prompt ?? "none"}
            onChange={(next) => onChange({ prompt: next === "none" ? undefined : next })}
            options={(["none", ...PROMPTS] as const).map((value) => ({ value, label: texts.prompts[value] }))}
          />
        </Field>
      </div>
      {hasSecret && (
        <SecretField
          value={secret}
          onChange={onSecret}
          hint={pushes ? texts.secretForPush : texts.secretLater}
          error={error}
          required={pushes}
        />
      )}
      {application?.require_signed_request_object === true && (
        <Notice tone="warning">{texts.signedRequestNeeded}</Notice>
      )}
      {application ? (
        <CallbackRegistration application={application} />
      ) : (
        typed.client !== undefined && (
          <Notice tone="neutral">
            <p>{texts.unknownRegistration}</p>
            <code className="text-sm wrap-anywhere">{playgroundCallback()}</code>
          </Notice>
        )
      )}
    </>
  );
}
