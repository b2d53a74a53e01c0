import { Link } from "@tanstack/react-router";
import type { ComponentProps, ComponentType } from "react";
import type { Place } from "./place.ts";

interface PlaceLinkProps extends Omit<ComponentProps<"a">, "href"> {
  readonly place: Place;
  /** The link is current only at exactly this address, not below it. */
  readonly exact?: boolean;
}

// The router types `to` by its routes; a place comes from data, so its type is a plain string.
const AnyLink = Link as unknown as ComponentType<
  Place &
    ComponentProps<"a"> & {
      readonly activeOptions: { readonly exact: boolean; readonly includeSearch: boolean };
    }
>;

/** A link to a place; at the place itself it has `aria-current`. */
export function PlaceLink({ place, exact = false, ...rest }: PlaceLinkProps) {
  return (
    <AnyLink {...place} activeOptions={{ exact, includeSearch: place.search !== undefined }} {...rest} />
  );
}
