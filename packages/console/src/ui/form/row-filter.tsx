import { useState } from "react";
import { SearchInput } from "./search-input.tsx";

/** Up to this number of rows the user finds one by scrolling. */
const SHOWN_WITHOUT_FILTER = 12;

/** Filters the rows of an editor if there are many. */
export function useRowFilter(count: number) {
  const [text, setText] = useState("");
  const isNeeded = count > SHOWN_WITHOUT_FILTER;
  const wanted = isNeeded ? text.trim().toLowerCase() : "";
  return { text, setText, isNeeded, isWanted: (row: string) => row.toLowerCase().includes(wanted) };
}

interface RowFilterProps {
  readonly filter: ReturnType<typeof useRowFilter>;
  readonly label: string;
}

export function RowFilter({ filter: { text, setText, isNeeded }, label }: RowFilterProps) {
  if (!isNeeded) return null;
  return (
    <div className="max-w-md">
      <SearchInput label={label} placeholder={label} value={text} onChange={setText} />
    </div>
  );
}
