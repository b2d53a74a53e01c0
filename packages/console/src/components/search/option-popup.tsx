import { Combobox } from "@base-ui/react/combobox";
import { useTexts } from "../../texts/use-texts.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { uiTexts } from "../../ui/texts.ts";
import type { Option } from "./option.ts";
import { UnsearchedKinds } from "./unsearched-kinds.tsx";
import type { SearchState } from "./use-search.ts";

/** The popup of a combobox and of a picker. It lists the options and shows the state of the search. */
export function OptionPopup({ state, text }: { readonly state: SearchState<Option>; readonly text: string }) {
  const texts = useTexts(uiTexts);
  return (
    <Combobox.Portal>
      <Combobox.Positioner className="z-50 outline-none" sideOffset={4}>
        <Combobox.Popup
          className="popup w-(--anchor-width) min-w-64 max-w-(--available-width)"
          aria-busy={state.searching || undefined}
        >
          <Combobox.Status className="flex flex-wrap items-center gap-x-2 px-3 text-sm text-muted not-empty:py-2">
            {state.searching && state.found.length === 0 && (
              <>
                <Spinner /> {texts.searching}
              </>
            )}
            {state.failed && texts.searchFailed}
            {!state.searching &&
              !state.failed &&
              state.found.length === 0 &&
              (state.unsearched.length === 0 || text.trim() !== "") && (
                <span>{texts.noMatch(text.trim())}</span>
              )}
            {!state.searching && <UnsearchedKinds permissions={state.unsearched} />}
          </Combobox.Status>
          <Combobox.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain not-empty:py-1">
            {(option: Option) => (
              <Combobox.Item key={option.value} value={option} className="option">
                <span className="w-4">
                  <Combobox.ItemIndicator>
                    <Icon name="tick" />
                  </Combobox.ItemIndicator>
                </span>
                <span className="min-w-0">
                  <bdi className="block truncate">{option.label}</bdi>
                  {option.detail !== undefined && (
                    <span className="block truncate text-sm text-muted">{option.detail}</span>
                  )}
                </span>
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

export const optionLabel = (option: Option): string => option.label;
export const sameOption = (one: Option, other: Option): boolean => one.value === other.value;
