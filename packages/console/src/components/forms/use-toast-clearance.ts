import { type RefObject, useLayoutEffect } from "react";

/** The property that moves the toasts up (problems/toasts.tsx). */
const PROPERTY = "--toast-bottom";
const GAP_PIXELS = 12;
/** Toasts need about this much room above the lower edge of the window. */
const TOAST_ROOM_PIXELS = 320;

/** Keeps toasts above a bar while it is shown where they would appear. */
export function useToastClearance(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    const clear = () => {
      const box = bar.current?.getBoundingClientRect();
      const isInTheWay =
        box !== undefined && box.bottom > innerHeight - TOAST_ROOM_PIXELS && box.top < innerHeight;
      if (isInTheWay) root.style.setProperty(PROPERTY, `${innerHeight - box.top + GAP_PIXELS}px`);
      else root.style.removeProperty(PROPERTY);
    };
    clear();
    const observer = new ResizeObserver(clear);
    if (bar.current) observer.observe(bar.current);
    // A drawer scrolls itself, so the event is caught on its way down.
    addEventListener("scroll", clear, { capture: true, passive: true });
    addEventListener("resize", clear);
    return () => {
      observer.disconnect();
      removeEventListener("scroll", clear, { capture: true });
      removeEventListener("resize", clear);
      root.style.removeProperty(PROPERTY);
    };
  }, [bar]);
}
