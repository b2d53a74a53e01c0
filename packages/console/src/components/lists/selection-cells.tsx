import { useTexts } from "../../texts/use-texts.tsx";
import { classNames } from "../../ui/class-names.ts";
import { uiTexts } from "../../ui/texts.ts";
import type { RowSelection } from "./row-selection.ts";

const BOX = "size-4.5 cursor-pointer accent-accent-ink disabled:cursor-default";
/** The whole cell is the target: a miss would open the row. */
const TARGET = "flex min-h-11 min-w-11 items-center justify-center select-none";

interface SelectionHeadProps<Row> {
  readonly selection: RowSelection<Row>;
  readonly rows: readonly Row[] | undefined;
  readonly className?: string;
}

export function SelectionHead<Row>({ selection, rows, className }: SelectionHeadProps<Row>) {
  const texts = useTexts(uiTexts);
  return (
    <th scope="col" className={classNames(className, "w-11 p-0")}>
      <SelectAllBox selection={selection} rows={rows} className="-my-2" />
      <span className="card-head">{texts.selectAll}</span>
    </th>
  );
}

/** Selects every row that is shown, or none. */
export function SelectAllBox<Row>({ selection, rows = [], className }: SelectionHeadProps<Row>) {
  const texts = useTexts(uiTexts);
  const selectable = rows.filter(selection.canSelect);
  const count = selectable.filter(selection.has).length;
  const isAll = count > 0 && count === selectable.length;
  return (
    <label className={classNames(TARGET, className)}>
      <span className="sr-only">{texts.selectAll}</span>
      <input
        type="checkbox"
        className={BOX}
        checked={isAll}
        disabled={selectable.length === 0}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isAll;
        }}
        onChange={() => selection.toggleAll(rows)}
      />
    </label>
  );
}

interface SelectionCellProps<Row> {
  readonly selection: RowSelection<Row>;
  readonly row: Row;
  readonly rows: readonly Row[];
  /** Names the row in the label of its checkbox. */
  readonly name: string;
}

/** Selects one row; with Shift, also the rows since the last click. */
export function SelectionCell<Row>({ selection, row, rows, name }: SelectionCellProps<Row>) {
  const texts = useTexts(uiTexts);
  return (
    <td data-selection="" className="relative z-1 w-11 border-b p-0 align-middle group-last:border-b-0">
      {/* Shift would select the text between two clicks. */}
      <label className={TARGET} onMouseDown={(event) => event.shiftKey && event.preventDefault()}>
        <span className="sr-only">{texts.selectRow(name)}</span>
        <input
          type="checkbox"
          className={BOX}
          checked={selection.has(row)}
          disabled={!selection.canSelect(row)}
          onChange={(event) =>
            selection.toggle(row, rows, (event.nativeEvent as MouseEvent).shiftKey === true)
          }
        />
      </label>
    </td>
  );
}
