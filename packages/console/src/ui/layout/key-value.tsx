import type { ReactNode } from "react";

export interface KeyValueRow {
  readonly key: string;
  readonly value: ReactNode;
  readonly hint?: ReactNode;
}

interface KeyValueProps {
  readonly rows: readonly KeyValueRow[];
  /** Puts each value below its name, for narrow places. */
  readonly stacked?: boolean;
}

/** Lists the properties of one object as names and values. */
export function KeyValue({ rows, stacked = false }: KeyValueProps) {
  return (
    <dl className="divide-y">
      {rows.map((row) => (
        <div
          key={row.key}
          className={`grid gap-x-4 gap-y-0.5 py-2.5 first:pt-0 last:pb-0 ${stacked ? "" : "md:grid-cols-[minmax(9rem,14rem)_1fr]"}`}
        >
          <dt className="text-muted">{row.key}</dt>
          <dd className="min-w-0">
            {row.value}
            {row.hint !== undefined && <span className="block text-sm text-muted">{row.hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
