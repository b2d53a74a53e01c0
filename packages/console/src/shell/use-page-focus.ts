import { useRouter } from "@tanstack/react-router";
import { type RefObject, useEffect } from "react";

/**
 * After a navigation the focus goes to the heading of the new page: a screen reader says where it is, and Tab goes on
 * from there. A filter changes the address, too, but not the page: it leaves the focus where it is.
 */
export function usePageFocus(main: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        // Coming from the sign-in is a first visit, not a navigation: it starts at the top, where the skip link is.
        if (!fromLocation || !pathChanged || fromLocation.pathname.endsWith("/callback")) return;
        const heading = main.current?.querySelector<HTMLElement>("h1[tabindex]");
        (heading ?? main.current)?.focus({ preventScroll: true });
      }),
    [router, main],
  );
}
