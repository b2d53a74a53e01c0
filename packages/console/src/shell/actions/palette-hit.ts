import type { IconName } from "../../ui/icons.tsx";
import type { Place } from "../../ui/place.ts";

interface Line {
  readonly label: string;
  readonly detail?: string | undefined;
  readonly icon: IconName;
}

/** What the palette lists: a place to open, a text that continues the input, or something of the frame to show. */
export type PaletteHit =
  | (Line & { readonly place: Place })
  | (Line & { readonly completion: string })
  | (Line & { readonly shows: "keys" });
