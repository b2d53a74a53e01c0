import type { Place } from "../place.ts";
import type { Tab } from "./tabs.tsx";

/** The tabs of one path, selected by `tab` in the query; the first tab needs none. */
export const searchTabs = <Name extends string>(
  place: Place,
  labels: Readonly<Record<Name, string>>,
  names: readonly Name[],
  current: Name,
): readonly Tab[] =>
  names.map((name, index) => ({
    label: labels[name],
    place: { ...place, search: index === 0 ? {} : { tab: name } },
    current: name === current,
  }));
