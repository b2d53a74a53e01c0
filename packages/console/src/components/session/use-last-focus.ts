import { useCallback, useEffect, useRef } from "react";
import { sessionState } from "../../auth/session-state.ts";

/**
 * Returns the element that had the focus before the session ended. The dialog cannot read it: a button is disabled
 * while it waits for its response, and has lost the focus by then.
 */
export function useLastFocus(): () => HTMLElement | null {
  const last = useRef<HTMLElement>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const { kind } = sessionState.get();
      if ((kind === "active" || kind === "postponed") && target instanceof HTMLElement) last.current = target;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  return useCallback(() => (last.current?.isConnected ? last.current : null), []);
}
