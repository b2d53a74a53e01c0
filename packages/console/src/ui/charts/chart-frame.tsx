import { type ReactNode, useState } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { IconButton } from "../button/icon-button.tsx";
import { uiTexts } from "../texts.ts";

interface ChartFrameProps {
  readonly label: string;
  readonly legend?: ReactNode;
  /** The same data as a table, for screen readers and for exact values. */
  readonly table: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };
  readonly children: ReactNode;
}

/** The frame of every chart: its title, its legend, and the switch to its table. */
export function ChartFrame({ label, legend, table, children }: ChartFrameProps) {
  const texts = useTexts(uiTexts);
  const [asTable, setAsTable] = useState(false);
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 flex items-center gap-3 max-sm:flex-wrap max-sm:gap-y-1">
        <span className="font-semibold max-sm:flex-1">{label}</span>
        <span className="flex flex-1 flex-wrap gap-x-3 text-sm text-muted max-sm:order-last max-sm:basis-full">
          {legend}
        </span>
        <IconButton
          size="small"
          icon={asTable ? "chart" : "table"}
          label={asTable ? texts.showChart : texts.showTable}
          onClick={() => setAsTable(!asTable)}
        />
      </figcaption>
      {asTable ? <Numbers label={label} {...table} /> : children}
    </figure>
  );
}

interface NumbersProps {
  readonly label: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function Numbers({ label, head, rows }: NumbersProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which must work by keyboard, too (WCAG 2.1.1).
    <div className="max-h-64 overflow-auto" tabIndex={0}>
      <table className="w-full text-sm">
        <caption className="sr-only">{label}</caption>
        <thead className="sticky top-0 bg-surface text-muted">
          <tr>
            {head.map((name, index) => (
              <th
                key={name}
                scope="col"
                className={`border-b py-1 font-semibold ${index === 0 ? "text-start" : "text-end"}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values]) => (
            <tr key={name}>
              <th scope="row" className="py-1 text-start font-normal">
                {name}
              </th>
              {values.map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns keep their order.
                <td key={index} className="py-1 text-end tabular-nums">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
