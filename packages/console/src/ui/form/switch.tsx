import { Switch as Base } from "@base-ui/react/switch";
import { type ReactNode, useId } from "react";

interface SwitchProps {
  readonly label: ReactNode;
  readonly detail?: ReactNode;
  readonly checked: boolean;
  onChange(checked: boolean): void;
  readonly disabled?: boolean;
}

/** Switches a setting at once. A form that is submitted later uses a checkbox. */
export function Switch({ label, detail, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <Base.Root
        className="mt-px flex h-5 w-9 shrink-0 rounded-full border border-edge bg-inset p-0.5 transition-colors data-checked:border-accent-ink data-checked:bg-accent data-disabled:opacity-60"
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next)}
        aria-labelledby={`${id}-label`}
        {...(detail !== undefined && { "aria-describedby": `${id}-detail` })}
        id={id}
      >
        <Base.Thumb className="aspect-square h-full rounded-full bg-edge transition-transform data-checked:translate-x-4 data-checked:bg-on-accent" />
      </Base.Root>
      <span className="min-w-0">
        <label
          id={`${id}-label`}
          htmlFor={id}
          className={disabled ? "text-muted" : "cursor-pointer font-medium"}
        >
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
