import { lazy, Suspense, useEffect, useState } from "react";
import { useTexts } from "../texts/use-texts.tsx";
import { Icon } from "../ui/icons.tsx";
import { searchEverything } from "./search-everything.ts";
import { shellTexts } from "./texts.ts";

// Fetched when it is first opened: most pages are reached without it.
const Palette = lazy(() => import("./palette.tsx").then(({ Palette }) => ({ default: Palette })));

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the search; so does ⌘K, or Ctrl+K. */
export function PaletteButton() {
  const texts = useTexts(shellTexts);
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const [typed, setTyped] = useState("");

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(IS_APPLE ? event.metaKey : event.ctrlKey) || event.altKey)
        return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);

  useEffect(() => {
    if (!open) return setTyped("");
    // Who knows the way types on at once: what comes before the field has the focus is meant for it as well.
    const listen = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement && event.target.closest("[role=dialog]")) return;
      if ([...event.key].length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      setTyped((before) => before + event.key);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [open]);

  if (open && !wasOpened) setWasOpened(true);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-keyshortcuts={IS_APPLE ? "Meta+K" : "Control+K"}
        className="flex min-h-9 w-full max-w-md min-w-0 items-center gap-2 rounded-control border border-edge bg-surface px-3 text-muted hover:bg-hover"
      >
        <Icon name="search" />
        <span className="flex-1 truncate text-start">{texts.search}</span>
        <span className="rounded-small border px-1.5 font-sans text-xs max-sm:hidden">
          {IS_APPLE ? "⌘K" : "Ctrl K"}
        </span>
      </button>
      {wasOpened && (
        <Suspense fallback={null}>
          <Palette
            open={open}
            onClose={() => setOpen(false)}
            typed={typed}
            onType={setTyped}
            search={searchEverything}
          />
        </Suspense>
      )}
    </>
  );
}
