import { Dialog as Base } from "@base-ui/react/dialog";
import { type ReactNode, useRef } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { IconButton } from "../button/icon-button.tsx";
import { classNames } from "../class-names.ts";
import { uiTexts } from "../texts.ts";
import { CloseGuards, useCloseGuards } from "./close-guards.ts";
import { firstFocus } from "./first-focus.ts";

interface DrawerProps {
  readonly open: boolean;
  onClose(): void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  readonly side?: "start" | "end";
  /** A wider drawer, for graphs and tables. */
  readonly wide?: boolean;
}

const SIDES = {
  start:
    "start-0 max-w-72 border-e data-starting-style:-translate-x-full data-ending-style:-translate-x-full",
  end: "end-0 border-s data-starting-style:translate-x-full data-ending-style:translate-x-full",
};

/** A side panel that shows one object without leaving the list. */
export function Drawer({ open, onClose, title, children, footer, side = "end", wide = false }: DrawerProps) {
  const texts = useTexts(uiTexts);
  const { guards, close } = useCloseGuards(onClose);
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && close()}>
      <CloseGuards value={guards}>
        <Base.Portal>
          <Base.Backdrop className="veil z-40" />
          <Base.Popup
            ref={popup}
            initialFocus={() => firstFocus(popup.current)}
            className={classNames(
              "fixed inset-y-0 z-40 flex w-full flex-col bg-raised text-ink shadow-popup transition-transform duration-150 outline-none",
              SIDES[side],
              side === "end" && (wide ? "max-w-3xl" : "max-w-xl"),
            )}
          >
            <header className="flex items-center gap-3 border-b px-4 py-2.5">
              <Base.Title className="flex-1 truncate text-lg font-bold">{title}</Base.Title>
              <Base.Close render={<IconButton icon="cross" size="small" label={texts.close} />} />
            </header>
            <div className="flex-1 overflow-y-auto p-4">{children}</div>
            {footer !== undefined && (
              <footer className="flex justify-end gap-2 border-t px-4 py-3">{footer}</footer>
            )}
          </Base.Popup>
        </Base.Portal>
      </CloseGuards>
    </Base.Root>
  );
}
