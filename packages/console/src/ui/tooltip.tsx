import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";

interface TooltipProps {
  readonly text: ReactNode;
  /** The element that the tooltip describes; it is focusable and has its own accessible name. */
  readonly children: ReactElement<Record<string, unknown>>;
  readonly side?: "top" | "right" | "bottom" | "left";
}

export function Tooltip({ text, children, side = "top" }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner className="z-50" side={side} sideOffset={6}>
          <Base.Popup className="popup max-w-72 rounded-control px-2.5 py-1.5 text-sm">{text}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
