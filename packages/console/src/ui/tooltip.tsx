import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";

interface TooltipProps {
  readonly text: ReactNode;
  /** What it explains: something that takes the focus and has a name of its own. */
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
