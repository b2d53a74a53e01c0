import type { FieldIssue } from "../../api/input-issue.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { CodeInput } from "../../ui/form/code-input.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { Field } from "../fields/field.tsx";
import { ConditionHelp } from "./condition-help.tsx";
import { rolesTexts } from "./texts.ts";
import { useConditionCheck } from "./use-condition-check.ts";

interface ConditionFieldProps {
  readonly value: string;
  onChange(value: string): void;
  /** The issue that the API reported when the condition was saved. */
  readonly error?: FieldIssue | undefined;
  readonly label?: string;
}

/** A condition in CEL, validated while the user types. */
export function ConditionField({ value, onChange, error, label }: ConditionFieldProps) {
  const texts = useTexts(rolesTexts);
  const { check, checking } = useConditionCheck(value);
  const wrong =
    check?.valid === false
      ? check.position
        ? texts.conditionWrongAt(check.position.line, check.position.column, check.message)
        : check.message
      : undefined;
  return (
    <div className="grid gap-1.5">
      <Field label={label ?? texts.condition} error={wrong ?? error}>
        <CodeInput value={value} onChange={onChange} rows={1} placeholder={texts.conditionPlaceholder} />
      </Field>
      {/* The line keeps its height, so that nothing moves during the validation. */}
      <p className="flex min-h-5 items-center gap-1.5 text-sm text-muted" role="status">
        {checking && (
          <>
            <Spinner /> {texts.conditionChecking}
          </>
        )}
        {!checking && check?.valid === true && (
          <>
            <Icon name="tick" className="size-4 text-accent-ink" />
            {check.reads.length === 0
              ? texts.conditionReadsNothing
              : texts.conditionReads(check.reads.join(", "))}
          </>
        )}
        {!checking && value.trim() === "" && texts.conditionNone}
      </p>
      <ConditionHelp onUse={onChange} />
    </div>
  );
}
