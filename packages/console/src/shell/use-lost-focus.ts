import { type RefObject, useEffect } from "react";

const CAN_HAVE_FOCUS =
  "a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), summary";

/** The last focus: its list, its row, and its control, counted from the end, where rows are most alike. */
interface Row {
  readonly list: Element;
  readonly index: number;
  readonly fromEnd: number;
}

/**
 * Deleting a row, or sending a form that its result replaces, removes the focused control, and the browser moves the
 * focus to the top. This hook moves it to the same control of the next row, or of the previous row after the last one;
 * without rows, to the heading.
 */
export function useLostFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | undefined;
    let row: Row | undefined;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || !main.current?.contains(target)) return;
      last = target;
      row = findRow(target);
    };
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected) return;
      // This runs after the dialogs, which restore the focus themselves.
      requestAnimationFrame(() => {
        if (!last || last.isConnected || document.activeElement !== document.body) return;
        last = undefined;
        const next =
          (row && findNextControl(row)) ?? main.current?.querySelector<HTMLElement>("h1[tabindex]");
        next?.focus({ preventScroll: row === undefined });
      });
    });
    addEventListener("focusin", remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      removeEventListener("focusin", remember);
      observer.disconnect();
    };
  }, [main]);
}

const controlsOf = (element: Element): readonly HTMLElement[] => [
  ...element.querySelectorAll<HTMLElement>(CAN_HAVE_FOCUS),
];

function findRow(target: Element): Row | undefined {
  const row = target.closest("li, tr");
  const list = row?.parentElement;
  if (!row || !list) return undefined;
  return {
    list,
    index: [...list.children].indexOf(row),
    fromEnd: controlsOf(row)
      .toReversed()
      .indexOf(target as HTMLElement),
  };
}

function findNextControl({ list, index, fromEnd }: Row): HTMLElement | undefined {
  if (!list.isConnected) return undefined;
  const row = list.children[index] ?? list.lastElementChild;
  if (!row) return undefined;
  const controls = controlsOf(row).toReversed();
  return controls[fromEnd] ?? controls[0];
}
