import { Field as Base } from "@base-ui/react/field";
import type { ReactNode } from "react";
import type { FieldIssue } from "../../api/input-issue.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icons.tsx";
import { uiTexts } from "../../ui/texts.ts";
import { IssueText } from "../problems/issue-text.tsx";

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** The issue of the field, with the expected format. */
  readonly error?: FieldIssue | undefined;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly className?: string;
  /** One control; the field connects the label, the hint and the error to it. */
  readonly children: ReactNode;
}

export function Field({ label, hint, error, required = false, disabled, className, children }: FieldProps) {
  const texts = useTexts(uiTexts);
  return (
    <Base.Root
      className={classNames("grid grid-cols-1 content-start gap-1.5", className)}
      invalid={error !== undefined}
      {...(disabled !== undefined && { disabled })}
    >
      <Base.Label className="flex items-baseline gap-1.5 font-medium">
        {label}
        {!required && <span className="text-sm font-normal text-muted">({texts.optional})</span>}
      </Base.Label>
      {children}
      {error !== undefined && (
        <Base.Error match className="flex gap-1.5 text-sm text-problem">
          <Icon name="alert" className="mt-0.5 size-4" />
          <span>
            <IssueText issue={error} />
          </span>
        </Base.Error>
      )}
      {hint !== undefined && <Base.Description className="text-sm text-muted">{hint}</Base.Description>}
    </Base.Root>
  );
}
