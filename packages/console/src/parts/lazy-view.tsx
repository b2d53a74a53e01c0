import type { RouteComponent } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { createPartLoader } from "./create-part-loader.ts";

/**
 * A view that is fetched when the user opens it. The router waits for `preload` before it shows the view, and shows
 * `BrokenView` when it fails. (Its own `lazyRouteComponent` would reload the page and lose unsaved input.)
 */
export function lazyView<Name extends string>(
  importView: () => Promise<{ readonly [key in Name]: ComponentType }>,
  name: Name,
): RouteComponent {
  const loadPart = createPartLoader(importView);
  let View: ComponentType | undefined;
  const LazyView: RouteComponent = () => View && <View />;
  LazyView.preload = async () => {
    View = (await loadPart())[name];
    // The view is loaded, so the router has nothing to wait for.
    delete LazyView.preload;
  };
  return LazyView;
}
