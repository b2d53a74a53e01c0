import { useBlocker } from "@tanstack/react-router";
import { useContext, useEffect, useRef, useState } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { CloseGuards } from "../../ui/overlay/close-guards.ts";
import { uiTexts } from "../../ui/texts.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

interface LeaveGuardProps {
  /** There is input that would be lost. */
  readonly when: boolean;
  /** The texts of the confirmation; by default those of a form. */
  readonly words?: {
    readonly title: string;
    readonly hint: string;
    readonly leave: string;
  };
}

/**
 * Asks for confirmation before unsaved input is lost: by a link, the browser's Back, the search, a reload, or by
 * closing the dialog or drawer around it. Code that leaves after a successful save navigates with `ignoreBlocker`.
 */
export function LeaveGuard({ when, words }: LeaveGuardProps) {
  const texts = useTexts(uiTexts);
  const guards = useContext(CloseGuards);
  const [close, setClose] = useState<() => void>();
  const isLeaving = useRef(false);
  const blocker = useBlocker({
    // A filter or a tab in the query keeps a form on the page, but may close a dialog or drawer above it.
    shouldBlockFn: ({ current, next }) =>
      when && !isLeaving.current && (guards !== undefined || current.pathname !== next.pathname),
    enableBeforeUnload: () => when,
    withResolver: true,
  });
  useEffect(() => {
    isLeaving.current = false;
    if (!guards || !when) return;
    const ask = (answer: () => void) => setClose(() => answer);
    guards.add(ask);
    return () => {
      guards.delete(ask);
    };
  }, [guards, when]);

  const stay = () => {
    setClose(undefined);
    blocker.reset?.();
  };
  const leave = () => {
    if (!close) return blocker.proceed?.();
    // A drawer may close by navigation, and the user has already confirmed that.
    isLeaving.current = true;
    setClose(undefined);
    close();
  };
  const {
    title,
    hint,
    leave: leaveLabel,
  } = words ?? {
    title: texts.leaveTitle,
    hint: texts.leaveHint,
    leave: texts.leave,
  };
  return (
    <ConfirmDialog
      open={close !== undefined || blocker.status === "blocked"}
      onClose={stay}
      title={title}
      consequences={[hint]}
      cancelLabel={texts.stay}
      confirmLabel={leaveLabel}
      onConfirm={leave}
    />
  );
}
