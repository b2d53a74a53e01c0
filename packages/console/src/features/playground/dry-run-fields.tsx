import { type Application, isPublicType, signsUsersIn } from "../../components/applications/application.ts";
import { Field } from "../../components/fields/field.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import type { PlaygroundSearch } from "./playground-search.ts";
import { playgroundTexts } from "./texts.ts";
import { UserField } from "./user-field.tsx";

interface DryRunFieldsProps {
  readonly typed: PlaygroundSearch;
  readonly application: Application | undefined;
  onChange(change: { readonly user?: string | undefined; readonly ip?: string }): void;
  readonly error: string | undefined;
}

/** What a real request has by itself: the user who signed in, and the address of the caller. */
export function DryRunFields({ typed, application, onChange, error }: DryRunFieldsProps) {
  const texts = useTexts(playgroundTexts);
  const isPublic = application !== undefined && isPublicType(application.type);
  const canActForUsers = !typed.client?.startsWith("ak_") && (!application || signsUsersIn(application.type));
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {(canActForUsers || typed.user !== undefined) && (
        <UserField
          label={texts.user}
          hint={isPublic ? texts.userRequired : texts.userHint}
          placeholder={isPublic ? texts.chooseUser : texts.itself}
          required={isPublic}
          value={typed.user}
          onChange={(user) => onChange({ user })}
          error={error}
        />
      )}
      <Field label={texts.ip} hint={texts.ipHint}>
        <TextInput value={typed.ip ?? ""} onChange={(ip) => onChange({ ip })} placeholder="203.0.113.7" />
      </Field>
    </div>
  );
}
