import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { keysPreference } from "./keys-preference.ts";
import { listPermittedNavigation } from "./navigation-entries.ts";

/** The second key of a sequence comes soon, or belongs to something else. */
const SEQUENCE_MILLISECONDS = 1_500;

/** Elements that use letters themselves: they are typed in, or choose an item by its first letter. */
const USES_LETTERS = [
  "input, textarea, select, [contenteditable]",
  "[role=textbox], [role=combobox], [role=listbox], [role=menu]",
].join();

/** A toast is a dialog as well, but not a modal one: the page stays usable beside it. */
const OPEN_DIALOG = ":is([role=dialog], [role=alertdialog]):not([aria-modal=false])";

/** `?` shows the keyboard shortcuts; `g` and then the key of a view lead to the view. */
export function useKeyShortcuts(onShowKeys: () => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    let startedAt = Number.NEGATIVE_INFINITY;
    const listen = (event: KeyboardEvent) => {
      const isSecond = event.timeStamp - startedAt < SEQUENCE_MILLISECONDS;
      if (event.key !== "Shift") startedAt = Number.NEGATIVE_INFINITY;
      if (!keysPreference.areOn() || !isForPage(event)) return;
      if (event.key === "?") {
        event.preventDefault();
        return onShowKeys();
      }
      const key = event.key.toLowerCase();
      const view = isSecond ? findView(key) : undefined;
      if (view !== undefined) {
        event.preventDefault();
        // As in PlaceLink, the place comes from data, and the router types its routes.
        void navigate({ to: view } as unknown as Parameters<typeof navigate>[0]);
      } else if (key === "g") startedAt = event.timeStamp;
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [navigate, onShowKeys]);
}

const findView = (key: string): string | undefined =>
  listPermittedNavigation()
    .flatMap(({ entries }) => entries)
    .find((entry) => entry.key === key)?.to;

/** True unless the key belongs to a field, an open dialog, an input method, the browser or another shortcut. */
function isForPage(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.defaultPrevented || event.isComposing || event.repeat) return false;
  if (event.target instanceof Element && event.target.closest(USES_LETTERS)) return false;
  return document.querySelector(OPEN_DIALOG) === null;
}
