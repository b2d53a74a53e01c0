import type { RouteComponent } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { createPart } from "./create-part.ts";

/**
 * A view that is fetched when somebody goes there. The router waits for `preload` before it shows the view, and shows
 * `BrokenView` when it fails. (Its own `lazyRouteComponent` would reload the page, with all that is typed on it.)
 */
export function lazyView<Name extends string>(
  importView: () => Promise<{ readonly [key in Name]: ComponentType }>,
  name: Name,
): RouteComponent {
  const loadPart = createPart(importView);
  let View: ComponentType | undefined;
  const LazyView: RouteComponent = () => View && <View />;
  LazyView.preload = async () => {
    View = (await loadPart())[name];
    // Nothing to wait for from now on.
    delete LazyView.preload;
  };
  return LazyView;
}
