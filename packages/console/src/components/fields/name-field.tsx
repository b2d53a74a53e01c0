import { issueAt, isTaken } from "../../api/issue-at.ts";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Field } from "./field.tsx";

interface NameFieldProps {
  readonly value: string;
  onChange(value: string): void;
  readonly texts: {
    readonly name: string;
    readonly nameHint: string;
    readonly missing: string;
    /** Absent: the notice above the fields says it. */
    readonly nameTaken?: string;
  };
  readonly error: unknown;
  readonly tried: boolean;
  readonly className?: string;
  /** The name is a part of code. */
  readonly code?: boolean;
  readonly placeholder?: string;
}

/** The name of a new entity, by which others will refer to it. */
export function NameField(props: NameFieldProps) {
  const { value, onChange, texts, error, tried, className, code = false, placeholder } = props;
  return (
    <Field
      label={texts.name}
      hint={texts.nameHint}
      error={
        (isTaken(error) && texts.nameTaken) ||
        (issueAt(error, "/name") ?? (tried && value.trim() === "" ? texts.missing : undefined))
      }
      {...(className !== undefined && { className })}
      required
    >
      <TextInput
        value={value}
        onChange={onChange}
        autoComplete="off"
        spellCheck={false}
        {...(code && { className: "font-mono", autoCapitalize: "off" })}
        {...(placeholder !== undefined && { placeholder })}
      />
    </Field>
  );
}
