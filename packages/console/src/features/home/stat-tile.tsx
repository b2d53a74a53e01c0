import { useLanguage } from "../../texts/use-texts.tsx";
import { Sparkline } from "../../ui/charts/sparkline.tsx";
import { classNames } from "../../ui/class-names.ts";
import { formatNumber } from "../../ui/display/format-time.ts";
import { Skeleton } from "../../ui/display/skeleton.tsx";
import { Card } from "../../ui/layout/card.tsx";
import type { Place } from "../../ui/place.ts";
import { PlaceLink } from "../../ui/place-link.tsx";

interface StatTileProps {
  readonly label: string;
  /** Undefined while it is loading. */
  readonly value: number | undefined;
  readonly unit?: string;
  readonly detail: string;
  readonly values: readonly number[];
  /** The number needs the attention of an administrator. */
  readonly alarming?: boolean;
  /** The events that the number counts. */
  readonly place?: Place | undefined;
}

/** Shows one number with its trend. */
export function StatTile(props: StatTileProps) {
  const { label, value, unit = "", detail, values, alarming = false, place } = props;
  const { language } = useLanguage();
  return (
    <Card className={classNames("relative flex flex-col gap-1 px-4! py-3.5!", place && "hover:bg-hover")}>
      <p className="text-sm text-muted">
        {place ? (
          <PlaceLink
            place={place}
            className="after:absolute after:inset-0 after:rounded-card hover:text-ink focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent-ink"
          >
            {label}
          </PlaceLink>
        ) : (
          label
        )}
      </p>
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
