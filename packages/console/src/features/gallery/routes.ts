import { createRoute } from "@tanstack/react-router";
import { lazyView } from "../../parts/lazy-view.tsx";
import { rootRoute } from "../../root-route.tsx";

const createGallery = () =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/_gallery",
    component: lazyView(() => import("./gallery-page.tsx"), "GalleryPage"),
  });

/** The page is for developers of the console: a production build omits it and its imports. */
export const galleryRoutes = import.meta.env.DEV ? ([createGallery()] as const) : [];
