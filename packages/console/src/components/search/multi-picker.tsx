import { Combobox as Base } from "@base-ui/react/combobox";
import { useState } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { Icon } from "../../ui/icons.tsx";
import { uiTexts } from "../../ui/texts.ts";
import type { Option } from "./option.ts";
import { OptionPopup, optionLabel, sameOption } from "./option-popup.tsx";
import { type Search, useSearch } from "./use-search.ts";

interface MultiPickerProps {
  readonly value: readonly Option[];
  onChange(value: readonly Option[]): void;
  /** The function must be stable between renders (module level, or `useCallback`): a new one starts a new search. */
  readonly search: Search<Option>;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly label?: string;
}

/** Selects several options. The selected ones are chips before the input; Backspace removes the last chip. */
export function MultiPicker({
  value,
  onChange,
  search,
  placeholder,
  disabled = false,
  label,
}: MultiPickerProps) {
  const texts = useTexts(uiTexts);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const state = useSearch(search, typed, open);
  return (
    <Base.Root
      multiple
      items={state.found}
      filter={null}
      value={[...value]}
      onValueChange={(next) => {
        onChange(next);
        setTyped("");
      }}
      inputValue={typed}
      onInputValueChange={setTyped}
      onOpenChange={setOpen}
      itemToStringLabel={optionLabel}
      isItemEqualToValue={sameOption}
      disabled={disabled}
      autoHighlight
    >
      <Base.InputGroup className="control p-1">
        <Base.Chips className="flex flex-wrap items-center gap-1">
          {value.map((option) => (
            <Base.Chip
              key={option.value}
              className="flex max-w-full items-center gap-0.5 rounded-small bg-accent-tint ps-2 text-accent-ink focus-within:outline-2"
              aria-label={option.label}
            >
              <span className="truncate">{option.label}</span>
              <Base.ChipRemove
                className="rounded-small p-1 hover:bg-hover"
                aria-label={texts.remove(option.label)}
              >
                <Icon name="cross" className="size-3.5" />
              </Base.ChipRemove>
            </Base.Chip>
          ))}
          <Base.Input
            className="min-h-7 min-w-28 flex-1 bg-transparent px-1.5"
            placeholder={value.length === 0 ? (placeholder ?? texts.typeToSearch) : ""}
            aria-label={label}
          />
        </Base.Chips>
      </Base.InputGroup>
      <OptionPopup state={state} text={typed} />
    </Base.Root>
  );
}
