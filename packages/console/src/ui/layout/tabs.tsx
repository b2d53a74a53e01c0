import { useRouterState } from "@tanstack/react-router";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { classNames } from "../class-names.ts";
import type { Place } from "../place.ts";
import { PlaceLink } from "../place-link.tsx";

export interface Tab {
  readonly label: ReactNode;
  readonly place: Place;
  readonly count?: number | undefined;
  /** The view sets this if the path alone does not determine the tab, as with a tab in the query. */
  readonly current?: boolean;
}

export interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
}

/** The tabs of one object. Each has its own address, so the user can link, reload and open it in a new tab. */
export function Tabs({ label, tabs }: TabsProps) {
  const bar = useRef<HTMLElement>(null);
  const address = useRouterState({ select: ({ location }) => location.href });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address and the tabs decide which tab is current.
  useLayoutEffect(() => showCurrent(bar.current), [address, tabs.length]);
  return (
    <nav ref={bar} aria-label={label} className="scroll-hint mb-5 overflow-x-auto border-b">
      <ul className="flex gap-1">
        {tabs.map((tab) => (
          <li key={`${tab.place.to}${JSON.stringify(tab.place.search ?? null)}`}>
            <PlaceLink
              place={tab.place}
              exact
              className={classNames(
                "flex items-center gap-1.5 border-b-2 border-transparent px-3 py-2 font-medium whitespace-nowrap text-muted -outline-offset-2",
                "hover:text-ink aria-[current=page]:border-accent-ink aria-[current=page]:text-accent-ink",
              )}
              {...(tab.current !== undefined && { "aria-current": tab.current ? "page" : undefined })}
            >
              {tab.label}
              {tab.count !== undefined && (
                <span className="rounded-full bg-hover px-1.5 text-xs text-muted">{tab.count}</span>
              )}
            </PlaceLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Moves the current tab to the middle of the bar. The page itself does not scroll. */
function showCurrent(bar: HTMLElement | null): void {
  const tab = bar?.querySelector<HTMLElement>("[aria-current=page]");
  if (!bar || !tab) return;
  const [outer, inner] = [bar.getBoundingClientRect(), tab.getBoundingClientRect()];
  bar.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}
