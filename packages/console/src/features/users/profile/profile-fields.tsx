import type { ReactNode } from "react";
import { issueAt, isTaken } from "../../../api/issue-at.ts";
import { Field } from "../../../components/fields/field.tsx";
import { ObjectEditor } from "../../../components/fields/object-editor.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { userTexts } from "../texts.ts";
import type { Profile } from "./profile.ts";

interface ProfileFieldsProps {
  readonly profile: Profile;
  onChange(members: Partial<Profile>): void;
  readonly error: unknown;
  /** The user tried to submit, so missing values show an issue. */
  readonly tried?: boolean;
  /** An additional field. */
  readonly children?: ReactNode;
}

export function ProfileFields({ profile, onChange, error, tried = false, children }: ProfileFieldsProps) {
  const texts = useTexts(userTexts);
  const { username, name, email, attributes } = profile;
  return (
    <>
      <div className="grid gap-5 md:grid-cols-2">
        <Field
          label={texts.username}
          hint={texts.usernameHint}
          error={
            (isTaken(error) ? texts.usernameTaken : issueAt(error, "/username")) ??
            (tried && username === "" ? texts.missing : undefined)
          }
          required
        >
          <TextInput
            value={username}
            onChange={(next) => onChange({ username: next })}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        </Field>
        <Field label={texts.name} hint={texts.nameHint} error={issueAt(error, "/name")}>
          <TextInput value={name} onChange={(next) => onChange({ name: next })} autoComplete="off" />
        </Field>
        <Field label={texts.email} error={issueAt(error, "/email")}>
          <TextInput
            type="email"
            value={email}
            onChange={(next) => onChange({ email: next })}
            autoComplete="off"
          />
        </Field>
        {children}
      </div>
      <ObjectEditor
        label={texts.attributes}
        hint={texts.attributesHint}
        error={issueAt(error, "/attributes", true)}
        value={attributes}
        onChange={(next) => onChange({ attributes: next })}
      />
    </>
  );
}
