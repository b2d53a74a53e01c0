import type { Place } from "../place.ts";
import type { Tab } from "./tabs.tsx";

/** The tabs of one address, told apart by `tab` in its query; the first is there without it. */
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
