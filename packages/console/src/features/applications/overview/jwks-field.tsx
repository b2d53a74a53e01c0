import { useState } from "react";
import type { FieldIssue } from "../../../api/input-issue.ts";
import { Field } from "../../../components/fields/field.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { CodeInput } from "../../../ui/form/code-input.tsx";
import { isSame } from "../../../values/is-same.ts";
import type { Application } from "../application.ts";
import { overviewTexts } from "./texts.ts";

interface JwksFieldProps {
  readonly value: Application["jwks"];
  onChange(value: Application["jwks"]): void;
  readonly disabled: boolean;
  readonly error: FieldIssue | undefined;
}

/** The field keeps the input as it is; the form receives it once it is valid JSON. */
export function JwksField({ value, onChange, disabled, error }: JwksFieldProps) {
  const texts = useTexts(overviewTexts);
  const [typed, setTyped] = useState(() => written(value));
  const [reported, setReported] = useState<unknown>(value);
  // The value changed elsewhere, for example by Discard: it replaces the input.
  if (!isSame(value, reported)) {
    setReported(value);
    setTyped(written(value));
  }
  const parsed = parseJson(typed);
  return (
    <Field
      label={texts.publicKeys}
      hint={texts.jwksHint}
      required
      disabled={disabled}
      error={typed !== "" && parsed === undefined ? texts.jwksInvalid : error}
    >
      <CodeInput
        rows={6}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setReported(parseJson(text));
          onChange(parseJson(text) as Application["jwks"]);
        }}
      />
    </Field>
  );
}

const written = (value: Application["jwks"]): string => (value ? JSON.stringify(value, null, 2) : "");

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
