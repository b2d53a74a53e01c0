import type { ComponentProps, ReactNode } from "react";
import { CloseButton } from "../../ui/button/close-button.tsx";
import { ApiCall } from "../api-call/api-call.tsx";

interface DialogEndProps {
  /** The API call that the confirm button sends, if any. */
  readonly call?: ComponentProps<typeof ApiCall>["call"] | undefined;
  /** The confirm buttons; the default one is last. */
  readonly children: ReactNode;
}

/** The footer of a dialog with a form. */
export const DialogEnd = ({ call, children }: DialogEndProps) => (
  <>
    {call && (
      <span className="me-auto">
        <ApiCall call={call} />
      </span>
    )}
    <CloseButton />
    {children}
  </>
);
