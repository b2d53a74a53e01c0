import type { RouteComponent } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { createPartLoader } from "./create-part-loader.ts";

/** The module of a view exports the view and nothing else. */
export type ViewModule = Readonly<Record<string, ComponentType>>;

/**
 * A view that is fetched when the user opens it. The router waits for `preload` before it shows the view, and shows
 * `BrokenView` when it fails. (Its own `lazyRouteComponent` would reload the page and lose unsaved input.)
 */
export function lazyView(importView: () => Promise<ViewModule>): RouteComponent {
  const loadPart = createPartLoader(importView);
  let View: ComponentType | undefined;
  const LazyView: RouteComponent = () => View && <View />;
  LazyView.preload = async () => {
    [View] = Object.values(await loadPart());
    // The view is loaded, so the router has nothing to wait for.
    delete LazyView.preload;
  };
  return LazyView;
}
