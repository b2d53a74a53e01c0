import type { ReactNode } from "react";
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
  return (
    <nav aria-label={label} className="mb-5 overflow-x-auto border-b">
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
