import type { ReactNode } from "react";

/**
 * The frame of every table. Where it is narrow, each row becomes a card that shows every column with its name: cells with
 * `data-label` in a table of the class `card-table` (styles.css). Between that and its full width, it scrolls, with a
 * shadow at the side where something is cut.
 */
export const TableFrame = ({ children }: { readonly children: ReactNode }) => (
  <div className="@container/table">
    <div className="scroll-hint relative rounded-card border bg-surface shadow-card max-lg:overflow-x-auto">
      {children}
    </div>
  </div>
);

/** Some browsers no longer tell screen readers about a table whose rows are shown as cards, unless its parts say it. */
export const ROLES = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  cell: { role: "cell" },
} as const;
