import { useLanguage } from "../../texts/use-texts.tsx";
import { Sparkline } from "../../ui/charts/sparkline.tsx";
import { formatNumber } from "../../ui/display/format-time.ts";
import { Skeleton } from "../../ui/display/skeleton.tsx";
import { Card } from "../../ui/layout/card.tsx";

interface StatTileProps {
  readonly label: string;
  /** Undefined while it is loading. */
  readonly value: number | undefined;
  readonly unit?: string;
  readonly detail: string;
  readonly values: readonly number[];
  /** The number needs the attention of an administrator. */
  readonly alarming?: boolean;
}

/** Shows one number with its trend. */
export function StatTile({ label, value, unit = "", detail, values, alarming = false }: StatTileProps) {
  const { language } = useLanguage();
  return (
    <Card className="flex flex-col gap-1 px-4! py-3.5!">
      <p className="text-sm text-muted">{label}</p>
      <div className="flex min-h-9 items-end justify-between gap-2">
        {value === undefined ? (
          <Skeleton className="my-1 h-7 w-20" />
        ) : (
          <p className={`text-2xl font-bold tabular-nums ${alarming ? "text-problem" : ""}`}>
            {formatNumber(value, language)}
            {unit}
          </p>
        )}
        <span className="min-w-0 flex-1 max-w-24 max-xl:hidden [&>svg]:w-full">
          <Sparkline label={`${label}: ${detail}`} values={values} running />
        </span>
      </div>
      <p className="text-sm text-muted">{detail}</p>
    </Card>
  );
}
