import { useRouter } from "@tanstack/react-router";
import { type RefObject, useEffect } from "react";

/**
 * Moves the focus to the heading of the new page after a navigation: a screen reader announces the page, and Tab
 * continues from there. A filter changes the address but not the page, so the focus stays.
 */
export function usePageFocus(main: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        // The return from the sign-in is a first visit, not a navigation: the focus starts at the top, at the skip
        // link.
        if (!fromLocation || !pathChanged || fromLocation.pathname.endsWith("/callback")) return;
        const heading = main.current?.querySelector<HTMLElement>("h1[tabindex]");
        (heading ?? main.current)?.focus({ preventScroll: true });
      }),
    [router, main],
  );
}
