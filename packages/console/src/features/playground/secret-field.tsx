import { Field } from "../../components/fields/field.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { PasswordInput } from "../../ui/form/password-input.tsx";
import { playgroundTexts } from "./texts.ts";

interface SecretFieldProps {
  readonly value: string;
  onChange(secret: string): void;
  readonly hint?: string;
  readonly error: string | undefined;
  readonly required: boolean;
}

/** The secret of the client. It is in the memory of this page only. */
export function SecretField({ value, onChange, hint, error, required }: SecretFieldProps) {
  const texts = useTexts(playgroundTexts);
  return (
    <Field label={texts.secret} hint={hint ?? texts.secretHint} error={error} required={required}>
      <PasswordInput value={value} onChange={onChange} autoComplete="off" />
    </Field>
  );
}
