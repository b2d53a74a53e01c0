import { createRoute } from "@tanstack/react-router";
import { lazyView } from "../../parts/lazy-view.tsx";
import { rootRoute } from "../../root-route.tsx";

const createGallery = () =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/_gallery",
    component: lazyView(() => import("./gallery-page.tsx"), "GalleryPage"),
  });

/** For those who work on the console: a build for others leaves the page out, with all that it imports. */
export const galleryRoutes = import.meta.env.DEV ? ([createGallery()] as const) : [];
