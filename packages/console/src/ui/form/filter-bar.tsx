import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../button/button.tsx";
import { uiTexts } from "../texts.ts";

interface FilterBarProps {
  /** A search and selects; their values belong in the address. */
  readonly children: ReactNode;
  /** Present while a filter is active. */
  readonly onClear?: (() => void) | undefined;
  readonly actions?: ReactNode;
}

export function FilterBar({ children, onClear, actions }: FilterBarProps) {
  const texts = useTexts(uiTexts);
  return (
    <fieldset className="mb-3 flex flex-wrap items-center gap-2">
      <legend className="sr-only">{texts.filters}</legend>
      {children}
      {onClear && (
        <Button kind="quiet" size="small" icon="cross" onClick={onClear}>
          {texts.clearFilters}
        </Button>
      )}
      {actions !== undefined && <div className="ms-auto flex items-center gap-2">{actions}</div>}
    </fieldset>
  );
}
