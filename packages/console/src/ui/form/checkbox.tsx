import { Checkbox as Base } from "@base-ui/react/checkbox";
import { type ReactNode, use, useId } from "react";
import { Icon } from "../icons.tsx";
import { ReadOnly } from "./read-only.ts";

interface CheckboxProps {
  readonly label: ReactNode;
  readonly detail?: ReactNode;
  readonly checked: boolean;
  onChange(checked: boolean): void;
  /** Some, but not all, of the items behind the checkbox are selected. */
  readonly partly?: boolean;
  readonly disabled?: boolean;
}

export function Checkbox({
  label,
  detail,
  checked,
  onChange,
  partly = false,
  disabled: isDisabled = false,
}: CheckboxProps) {
  const id = useId();
  const disabled = use(ReadOnly) || isDisabled;
  return (
    <div className="flex items-start gap-2.5">
      <Base.Root
        className="mt-0.5 flex size-4.5 shrink-0 items-center justify-center rounded-small border border-edge bg-surface data-checked:border-accent-ink data-checked:bg-accent data-disabled:border-line data-disabled:bg-inset data-indeterminate:border-accent-ink data-indeterminate:bg-accent"
        checked={checked}
        indeterminate={partly}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next)}
        aria-labelledby={`${id}-label`}
        {...(detail !== undefined && { "aria-describedby": `${id}-detail` })}
        id={id}
      >
        <Base.Indicator className="text-on-accent data-disabled:text-muted">
          {partly ? (
            <span className="block h-0.5 w-2.5 rounded-full bg-current" />
          ) : (
            <Icon name="tick" className="size-3.5" />
          )}
        </Base.Indicator>
      </Base.Root>
      <span className="min-w-0">
        <label id={`${id}-label`} htmlFor={id} className={disabled ? "text-muted" : "cursor-pointer"}>
          {label}
        </label>
        {detail !== undefined && (
          <span id={`${id}-detail`} className="block text-sm text-muted">
            {detail}
          </span>
        )}
      </span>
    </div>
  );
}
