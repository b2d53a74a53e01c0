import { Select as Base } from "@base-ui/react/select";
import { useTexts } from "../../texts/use-texts.tsx";
import { classNames } from "../class-names.ts";
import { Icon } from "../icons.tsx";
import { uiTexts } from "../texts.ts";

interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly detail?: string;
}

interface SelectProps<Value extends string> {
  readonly options: readonly SelectOption<NoInfer<Value>>[];
  readonly value: Value | undefined;
  onChange(value: NoInfer<Value>): void;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  /** The accessible name if no field around it provides one, as in a filter bar. */
  readonly label?: string;
  readonly className?: string;
}

/** Selects one of a few options. For more than about twenty, or a search on the server, use a combobox. */
export function Select<Value extends string>({
  options,
  value,
  onChange,
  placeholder,
  disabled = false,
  label,
  className,
}: SelectProps<Value>) {
  const texts = useTexts(uiTexts);
  return (
    <Base.Root
      items={options}
      value={value ?? null}
      onValueChange={(next) => next !== null && onChange(next)}
      disabled={disabled}
      modal={false}
    >
      <Base.Trigger
        className={classNames(
          "control flex items-center justify-between gap-2 data-popup-open:border-accent-ink",
          className,
        )}
        aria-label={label}
      >
        <Base.Value
          className="truncate data-placeholder:text-muted"
          placeholder={placeholder ?? texts.choose}
        />
        <Base.Icon className="text-muted">
          <Icon name="upDown" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="z-50 outline-none" sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className="popup min-w-(--anchor-width) max-w-(--available-width)">
            <Base.List className="max-h-[min(22rem,var(--available-height))] overflow-y-auto py-1">
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className="option">
                  <span className="w-4">
                    <Base.ItemIndicator>
                      <Icon name="tick" />
                    </Base.ItemIndicator>
                  </span>
                  <span className="min-w-0">
                    <Base.ItemText>{option.label}</Base.ItemText>
                    {option.detail !== undefined && (
                      <span className="block text-sm text-muted">{option.detail}</span>
                    )}
                  </span>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
