import { Combobox as Base } from "@base-ui/react/combobox";
import { useState } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { Icon } from "../../ui/icons.tsx";
import { uiTexts } from "../../ui/texts.ts";
import type { Option } from "./option.ts";
import { OptionPopup, optionLabel, sameOption } from "./option-popup.tsx";
import { type Search, useSearch } from "./use-search.ts";

interface ComboboxProps {
  readonly value: Option | undefined;
  onChange(value: Option | undefined): void;
  /** The function must be stable between renders (module level, or `useCallback`): a new one starts a new search. */
  readonly search: Search<Option>;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly label?: string;
  readonly id?: string;
}

/** Selects one option; the server searches while the user types. */
export function Combobox({
  value,
  onChange,
  search,
  placeholder,
  disabled = false,
  label,
  id,
}: ComboboxProps) {
  const texts = useTexts(uiTexts);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const state = useSearch(search, typed, open);
  return (
    <Base.Root
      items={state.found}
      filter={null}
      value={value ?? null}
      onValueChange={(next) => onChange(next ?? undefined)}
      onInputValueChange={(text, { reason }) => setTyped(reason === "input-change" ? text : "")}
      onOpenChange={setOpen}
      itemToStringLabel={optionLabel}
      isItemEqualToValue={sameOption}
      disabled={disabled}
      autoHighlight
    >
      <Base.InputGroup className="control flex items-center gap-1 py-0 pe-1">
        <Base.Input
          className="min-h-8.5 min-w-0 flex-1 bg-transparent"
          placeholder={placeholder ?? texts.typeToSearch}
          aria-label={label}
          {...(id !== undefined && { id })}
        />
        <Base.Clear className="rounded-small p-1 text-muted hover:text-ink" aria-label={texts.clear}>
          <Icon name="cross" />
        </Base.Clear>
        <Base.Trigger className="rounded-small p-1 text-muted hover:text-ink" aria-label={texts.openList}>
          <Icon name="down" />
        </Base.Trigger>
      </Base.InputGroup>
      <OptionPopup state={state} text={typed} />
    </Base.Root>
  );
}
