import { Dialog as Base } from "@base-ui/react/dialog";
import { type ReactNode, useRef } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { IconButton } from "../button/icon-button.tsx";
import { classNames } from "../class-names.ts";
import { uiTexts } from "../texts.ts";
import { CloseGuards, useCloseGuards } from "./close-guards.ts";
import { firstFocus } from "./first-focus.ts";

interface DialogProps {
  readonly open: boolean;
  onClose(): void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** The buttons; the confirm button is last. */
  readonly footer?: ReactNode;
  readonly size?: "small" | "medium" | "large";
  /** The element that gets the focus after the dialog closes, if it is not the one that opened the dialog. */
  readonly finalFocus?: () => HTMLElement | null;
}

const SIZES = { small: "max-w-md", medium: "max-w-xl", large: "max-w-3xl" };

export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  size = "medium",
  finalFocus,
}: DialogProps) {
  const texts = useTexts(uiTexts);
  const { guards, close } = useCloseGuards(onClose);
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && close()}>
      <CloseGuards value={guards}>
        <Base.Portal>
          <Base.Backdrop className="veil z-40" />
          <Base.Viewport className="fixed inset-0 z-40 grid place-items-center overflow-y-auto p-4">
            <Base.Popup
              ref={popup}
              initialFocus={() => firstFocus(popup.current)}
              finalFocus={finalFocus}
              data-dialog=""
              className={classNames("popup w-full", SIZES[size])}
            >
              <header className="flex items-start gap-3 px-5 pt-4">
                <Base.Title className="flex-1 text-lg font-bold">{title}</Base.Title>
                <Base.Close
                  render={<IconButton icon="cross" size="small" label={texts.close} className="-me-1.5" />}
                />
              </header>
              {description !== undefined && (
                <Base.Description className="px-5 pt-1 text-muted">{description}</Base.Description>
              )}
              {children !== undefined && <div className="grid gap-4 px-5 pt-4">{children}</div>}
              <footer className="flex flex-wrap justify-end gap-2 px-5 pt-5 pb-5 empty:pt-0">{footer}</footer>
            </Base.Popup>
          </Base.Viewport>
        </Base.Portal>
      </CloseGuards>
    </Base.Root>
  );
}
