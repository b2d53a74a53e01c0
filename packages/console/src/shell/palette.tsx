import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { UnsearchedKinds } from "../components/search/unsearched-kinds.tsx";
import { type Search, useSearch } from "../components/search/use-search.ts";
import { useTexts } from "../texts/use-texts.tsx";
import { Icon } from "../ui/icons.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { actionTexts } from "./actions/action-texts.ts";
import { listActions } from "./actions/list-actions.ts";
import { mayRun } from "./actions/may-run.ts";
import type { PaletteHit } from "./actions/palette-hit.ts";
import { parseCommand } from "./actions/parse-command.ts";
import { createCommandSearch } from "./actions/search-commands.ts";
import { listPermittedNavigation } from "./navigation-entries.ts";
import { shellTexts } from "./texts.ts";

interface PaletteProps {
  readonly open: boolean;
  onClose(): void;
  readonly typed: string;
  onType(text: string): void;
  readonly search: Search<PaletteHit>;
  /** Shows the keyboard shortcuts. */
  onShowKeys(): void;
}

interface HitGroup {
  readonly heading: string;
  readonly items: readonly PaletteHit[];
}

/**
 * Searches everything by name, on every page: views and actions at once, other objects through the server. A typed
 * action (`assign clerk to bob`) is completed instead.
 */
export function Palette({ open, ...rest }: PaletteProps) {
  const texts = useTexts(shellTexts);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && rest.onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="veil z-40" />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center p-4 pt-[12vh]">
          <Dialog.Popup
            className="popup flex max-h-[70vh] w-full max-w-2xl flex-col overflow-hidden"
            aria-label={texts.search}
          >
            <PaletteSearch {...rest} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteSearch({ onClose, typed, onType, search, onShowKeys }: Omit<PaletteProps, "open">) {
  const texts = useTexts(shellTexts);
  const navigate = useNavigate();
  const { state, groups } = useHits(typed, search);

  const follow = (hit: PaletteHit) => {
    if ("completion" in hit) return onType(hit.completion);
    onClose();
    if ("shows" in hit) return onShowKeys();
    // As in PlaceLink, the place comes from data, and the router types its routes.
    void navigate(hit.place as unknown as Parameters<typeof navigate>[0]);
  };

  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      value={typed}
      onValueChange={(text, { reason }) => reason !== "item-press" && onType(text)}
      itemToStringValue={(hit: PaletteHit) => hit.label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex items-center gap-2.5 border-b px-4">
        <Icon name="search" className="size-5 text-muted" />
        <Autocomplete.Input
          className="min-h-13 min-w-0 flex-1 bg-transparent text-lg text-ellipsis outline-none"
          placeholder={texts.searchHint}
          aria-label={texts.search}
          aria-describedby="palette-keys"
        />
        {state.searching && state.found.length === 0 && typed.trim() !== "" && (
          <Spinner className="size-4 text-muted" />
        )}
      </div>
      <Autocomplete.List className="min-h-0 overflow-y-auto overscroll-contain py-1.5 empty:hidden">
        {(group: HitGroup) => (
          <Autocomplete.Group key={group.heading} items={group.items}>
            <Autocomplete.GroupLabel className="px-3.5 pt-1.5 pb-1 text-xs font-semibold text-muted">
              {group.heading}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(hit: PaletteHit) => (
                <Autocomplete.Item
                  key={JSON.stringify(hit)}
                  value={hit}
                  className="option min-h-10 gap-3"
                  onClick={() => follow(hit)}
                >
                  <Icon name={hit.icon} className="size-5 text-muted" />
                  <bdi className="min-w-0 truncate">{hit.label}</bdi>
                  {hit.detail !== undefined && (
                    <span className="min-w-0 truncate text-sm text-muted">{hit.detail}</span>
                  )}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <Autocomplete.Status className="px-4 text-muted not-empty:py-3">
        {state.failed && typed.trim() !== "" && texts.searchFailed}
        {!state.failed && !state.searching && groups.length === 0 && (
          <p>{texts.nothingFound(typed.trim())}</p>
        )}
        {!state.searching && typed.trim() !== "" && <UnsearchedKinds permissions={state.unsearched} />}
      </Autocomplete.Status>
      <p id="palette-keys" className="border-t bg-inset px-4 py-2 text-sm text-muted">
        {texts.searchKeys}
      </p>
    </Autocomplete.Root>
  );
}

function useHits(typed: string, searchObjects: Search<PaletteHit>) {
  const texts = useTexts(shellTexts);
  const actions = useTexts(actionTexts);
  const searchCommands = useMemo(() => createCommandSearch(actions), [actions]);
  const command = parseCommand(typed);
  const isCommand = command !== undefined && mayRun(command.kind);
  const isEmpty = typed.trim() === "";
  const objects = useSearch(searchObjects, typed, !isEmpty && !isCommand);
  const completions = useSearch(searchCommands, typed, isCommand);
  const state = isCommand ? completions : objects;
  const views = useMatchingViews(typed);
  const groups: readonly HitGroup[] = [
    { heading: texts.goTo, items: isCommand ? [] : views },
    { heading: actions.heading, items: isCommand ? state.found : listActions(typed, actions) },
    { heading: texts.found, items: isCommand || isEmpty ? [] : state.found },
  ].filter(({ items }) => items.length > 0);
  return { state, groups };
}

/** Finds the views whose name contains the text, in the current language. */
function useMatchingViews(text: string): readonly PaletteHit[] {
  const texts = useTexts(shellTexts);
  return useMemo(() => {
    const wanted = text.trim().toLocaleLowerCase();
    return listPermittedNavigation()
      .flatMap(({ entries }) => entries)
      .map(({ name, to, icon }) => ({ label: texts[name], icon, place: { to } }))
      .filter(({ label }) => label.toLocaleLowerCase().includes(wanted));
  }, [texts, text]);
}
