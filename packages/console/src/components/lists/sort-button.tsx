import type { ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icons.tsx";
import { directionOf, nextSort, type Sorting } from "./sorting.ts";

interface SortButtonProps {
  readonly columnSort: string;
  readonly sorting: Sorting;
  readonly align?: "start" | "end" | undefined;
  readonly children: ReactNode;
}

/** The head of a column that a list can be sorted by. The cell around it has `aria-sort`. */
export function SortButton({ columnSort, sorting, align = "start", children }: SortButtonProps) {
  const direction = directionOf(columnSort, sorting.sort);
  return (
    <button
      type="button"
      onClick={() => sorting.onSort(nextSort(columnSort, sorting.sort))}
      className={classNames(
        "group/sort -mx-1.5 inline-flex items-center gap-1 rounded-small px-1.5 py-0.5 font-semibold hover:bg-hover hover:text-ink",
        align === "end" && "flex-row-reverse",
        direction !== "none" && "text-ink",
      )}
    >
      {children}
      <span
        className={classNames(
          "inline-flex",
          direction === "none" && "opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60",
          direction === "ascending" && "rotate-180",
        )}
      >
        <Icon name={direction === "none" ? "upDown" : "down"} className="size-3.5" />
      </span>
    </button>
  );
}
