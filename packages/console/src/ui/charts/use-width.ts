import { type RefCallback, useCallback, useState } from "react";

/** Measures an element, so that a chart is drawn in its real size and its text is never scaled down. */
export function useWidth(
  fallback: number,
): readonly [width: number, measured: RefCallback<HTMLElement | SVGElement>] {
  const [width, setWidth] = useState(fallback);
  const measured = useCallback((element: HTMLElement | SVGElement | null) => {
    if (!element) return;
    const measure = () => setWidth(Math.max(1, Math.round(element.getBoundingClientRect().width)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, measured];
}
