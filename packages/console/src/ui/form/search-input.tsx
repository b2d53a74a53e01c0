import { useEffect, useRef, useState } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { Icon } from "../icons.tsx";
import { uiTexts } from "../texts.ts";

interface SearchInputProps {
  /** The current search text in the address. */
  readonly value: string;
  /** Runs after a pause in the typing. */
  onChange(value: string): void;
  readonly label?: string;
  readonly placeholder?: string;
}

const PAUSE_MILLISECONDS = 250;

export function SearchInput({ value, onChange, label, placeholder }: SearchInputProps) {
  const texts = useTexts(uiTexts);
  const [typed, setTyped] = useState(value);
  const reported = useRef(value);

  useEffect(() => {
    // The address changed, for example through the back button: it replaces the input.
    if (value !== reported.current) setTyped(value);
    reported.current = value;
  }, [value]);

  useEffect(() => {
    if (typed === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = typed;
      onChange(typed);
    }, PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [typed, onChange]);

  return (
    <search className="control flex w-full items-center sm:max-w-80 gap-2 py-0 pe-1">
      <Icon name="search" className="size-4 text-muted" />
      <input
        type="search"
        className="min-h-8.5 min-w-0 flex-1 bg-transparent [&::-webkit-search-cancel-button]:hidden"
        aria-label={label ?? texts.searchLabel}
        placeholder={placeholder ?? label ?? texts.searchLabel}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        spellCheck={false}
      />
      {typed !== "" && (
        <button
          type="button"
          className="rounded-small p-1 text-muted hover:text-ink"
          aria-label={texts.clear}
          onClick={() => setTyped("")}
        >
          <Icon name="cross" />
        </button>
      )}
    </search>
  );
}
