import type { ReactNode } from "react";
import type { FieldIssue } from "../../api/input-issue.ts";
import { Field } from "../../components/fields/field.tsx";
import { IssueText } from "../../components/problems/issue-text.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { uiTexts } from "../../ui/texts.ts";

interface UriListProps {
  readonly legend: string;
  readonly hint?: ReactNode;
  readonly value: readonly string[];
  onChange(value: readonly string[]): void;
  /** The accessible name of one field, by its position. */
  label(place: number): string;
  readonly addLabel: string;
  readonly disabled?: boolean;
  /** The issue of one URI. */
  errorOf(index: number): FieldIssue | undefined;
  /** The issue of the list as a whole. */
  readonly error?: FieldIssue | undefined;
}

/** A list of URIs. Each must match exactly, so each has its own field and issue. */
export function UriList(props: UriListProps) {
  const { legend, hint, value, onChange, label, addLabel, disabled = false, errorOf, error } = props;
  const texts = useTexts(uiTexts);
  const replace = (index: number, uri: string) =>
    onChange(value.map((one, at) => (at === index ? uri : one)));
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {value.map((uri, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field has no identity but its position; its text changes.
        <div key={index} className="flex items-start gap-1">
          <Field
            label={<span className="sr-only">{label(index + 1)}</span>}
            required
            error={errorOf(index)}
            className="min-w-0 flex-1 gap-0 [&>label]:sr-only"
          >
            <TextInput
              className="font-mono text-sm"
              type="url"
              inputMode="url"
              value={uri}
              onChange={(next) => replace(index, next)}
              disabled={disabled}
              placeholder="https://"
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
          {!disabled && (
            <IconButton
              icon="cross"
              label={texts.remove(uri || label(index + 1))}
              onClick={() => onChange(value.filter((_, at) => at !== index))}
            />
          )}
        </div>
      ))}
      {value.length === 0 && disabled && <p className="text-muted">—</p>}
      {error !== undefined && (
        <p className="text-sm text-problem">
          <IssueText issue={error} />
        </p>
      )}
      {hint !== undefined && <p className="text-sm text-muted">{hint}</p>}
      {!disabled && (
        <div>
          <Button size="small" icon="plus" onClick={() => onChange([...value, ""])}>
            {addLabel}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
