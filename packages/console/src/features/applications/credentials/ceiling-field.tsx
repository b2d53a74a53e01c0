import type { FieldIssue } from "../../../api/input-issue.ts";
import { Field } from "../../../components/fields/field.tsx";
import { MultiPicker } from "../../../components/search/multi-picker.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { searchPermissions } from "../search-catalogue.ts";
import { credentialsTexts } from "./texts.ts";

interface CeilingFieldProps {
  /** Undefined if the access account has no ceiling of its own. */
  readonly value: readonly string[] | undefined;
  onChange(value: readonly string[] | undefined): void;
  readonly error: FieldIssue | undefined;
  readonly disabled?: boolean;
}

export function CeilingField({ value, onChange, error, disabled = false }: CeilingFieldProps) {
  const texts = useTexts(credentialsTexts);
  return (
    <div className="grid gap-2">
      <Checkbox
        label={texts.limit}
        detail={texts.limitHint}
        checked={value !== undefined}
        onChange={(limited) => onChange(limited ? [] : undefined)}
        disabled={disabled}
      />
      {value !== undefined && (
        <Field label={texts.ceiling} required error={error}>
          <MultiPicker
            value={value.map((name) => ({ value: name, label: name }))}
            onChange={(options) => onChange(options.map((option) => option.value))}
            search={searchPermissions}
            placeholder={texts.ceilingPlaceholder}
            disabled={disabled}
            label={texts.ceiling}
          />
        </Field>
      )}
    </div>
  );
}
