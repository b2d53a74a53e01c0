import { CatchBoundary } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { BrokenNotice } from "../parts/broken-notice.tsx";
import { createPartLoader } from "../parts/create-part-loader.ts";
import { usePart } from "../parts/use-part.ts";
import { useTexts } from "../texts/use-texts.tsx";
import { Icon } from "../ui/icons.tsx";
import { Dialog } from "../ui/overlay/dialog.tsx";
import { IS_APPLE } from "./is-apple.ts";
import { searchEverything } from "./search-everything.ts";
import { shellTexts } from "./texts.ts";

// The palette is not in the first load: most pages are reached without it.
const loadPalette = createPartLoader(() => import("./palette.tsx"));

/** Opens the search; so does ⌘K, or Ctrl+K. */
export function PaletteButton({ onShowKeys }: { onShowKeys(): void }) {
  const texts = useTexts(shellTexts);
  const [open, setOpen] = useState(false);
  const { part, error, retry } = usePart(loadPalette, open);
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
    if (error !== undefined) return;
    // The user may type at once: keystrokes before the field has the focus go into it, too.
    const listen = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement && event.target.closest("[role=dialog]")) return;
      if ([...event.key].length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      setTyped((before) => before + event.key);
    };
    // Captured, so that "gh" in a typed word is not also the shortcut of a view.
    addEventListener("keydown", listen, { capture: true });
    return () => removeEventListener("keydown", listen, { capture: true });
  }, [open, error]);

  const close = () => setOpen(false);
  const broken = (problem: unknown, again: () => void) => (
    <Dialog open={open} onClose={close} title={texts.search}>
      <BrokenNotice error={problem} retry={again} />
    </Dialog>
  );
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-keyshortcuts={IS_APPLE ? "Meta+K" : "Control+K"}
        className="flex min-h-9 w-full max-w-md min-w-0 items-center gap-2 rounded-control border border-edge bg-surface px-3 text-muted hover:bg-hover max-sm:gap-1.5 max-sm:px-2"
      >
        <Icon name="search" />
        <span className="flex-1 truncate text-start max-[23.5rem]:sr-only">{texts.search}</span>
        <span className="rounded-small border px-1.5 font-sans text-xs max-sm:hidden">
          {IS_APPLE ? "⌘K" : "Ctrl K"}
        </span>
      </button>
      {part ? (
        <CatchBoundary
          getResetKey={() => String(open)}
          errorComponent={({ error: problem, reset }) => broken(problem, reset)}
        >
          <part.Palette
            open={open}
            onClose={close}
            typed={typed}
            onType={setTyped}
            search={searchEverything}
            onShowKeys={onShowKeys}
          />
        </CatchBoundary>
      ) : (
        error !== undefined && broken(error, retry)
      )}
    </>
  );
}
