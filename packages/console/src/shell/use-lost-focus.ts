import { type RefObject, useEffect } from "react";

const CAN_HAVE_FOCUS =
  "a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), summary";

/** Where the focus was: in which row of which list, and in which of its controls, counted from the end, where most are alike. */
interface Row {
  readonly list: Element;
  readonly place: number;
  readonly fromEnd: number;
}

/**
 * Whoever takes a row away, or sends a form that gives way to its result, presses something that is gone afterwards,
 * and the browser starts over at the top. The focus goes on to the same control of the next row instead, or of the one
 * before when it was the last; without a row, to the heading.
 */
export function useLostFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | undefined;
    let row: Row | undefined;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || !main.current?.contains(target)) return;
      last = target;
      row = rowOf(target);
    };
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected) return;
      // After the dialogs, which give the focus back by themselves.
      requestAnimationFrame(() => {
        if (!last || last.isConnected || document.activeElement !== document.body) return;
        last = undefined;
        const next = (row && nextTo(row)) ?? main.current?.querySelector<HTMLElement>("h1[tabindex]");
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

function rowOf(target: Element): Row | undefined {
  const row = target.closest("li, tr");
  const list = row?.parentElement;
  if (!row || !list) return undefined;
  return {
    list,
    place: [...list.children].indexOf(row),
    fromEnd: controlsOf(row)
      .toReversed()
      .indexOf(target as HTMLElement),
  };
}

function nextTo({ list, place, fromEnd }: Row): HTMLElement | undefined {
  if (!list.isConnected) return undefined;
  const row = list.children[place] ?? list.lastElementChild;
  if (!row) return undefined;
  const controls = controlsOf(row).toReversed();
  return controls[fromEnd] ?? controls[0];
}
