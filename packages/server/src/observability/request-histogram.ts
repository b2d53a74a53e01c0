import { METRIC_DEFINITIONS } from "./metric-definitions.ts";
import type { HistogramReading } from "./metric-reading.ts";

/**
 * The duration of requests, by route, method and status. Each request costs one lookup and two additions; the rest is
 * done only at a scrape.
 */
export interface RequestHistogram {
  observe(route: string, method: string, status: number, seconds: number): void;
  read(): HistogramReading;
}

const NAME = "licet_http_request_seconds";
const { help: HELP, bounds: BOUNDS_SECONDS } = METRIC_DEFINITIONS[NAME];
type Label = (typeof METRIC_DEFINITIONS)[typeof NAME]["labels"][number];

interface Series {
  readonly labels: Readonly<Record<Label, string>>;
  /**
   * The number of requests for each bound, in the first bound that they fit; the last element counts those beyond all
   * bounds.
   */
  readonly counts: number[];
  sum: number;
}

/**
 * Licet has its own histogram, because a general library hashes the labels of every observation, which costs as much as
 * deciding a scope.
 */
export function createRequestHistogram(): RequestHistogram {
  const series = new Map<string, Series>();

  const getOrCreateSeries = (route: string, method: string, status: number): Series => {
    const key = `${method} ${status} ${route}`;
    let found = series.get(key);
    if (!found) {
      const labels = { route: route.replaceAll(/["\\\n]/g, "_"), method, status: String(status) };
      found = { labels, counts: new Array(BOUNDS_SECONDS.length + 1).fill(0), sum: 0 };
      series.set(key, found);
    }
    return found;
  };

  return {
    observe(route, method, status, seconds) {
      const found = getOrCreateSeries(route, method, status);
      let bucket = 0;
      while (bucket < BOUNDS_SECONDS.length && seconds > (BOUNDS_SECONDS[bucket] as number)) bucket += 1;
      found.counts[bucket] = (found.counts[bucket] as number) + 1;
      found.sum += seconds;
    },
    read: () => ({
      type: "histogram",
      name: NAME,
      help: HELP,
      points: [...series.values()].map(({ labels, counts, sum }) => ({
        labels,
        bounds: BOUNDS_SECONDS,
        counts: [...counts],
        sum,
      })),
    }),
  };
}
