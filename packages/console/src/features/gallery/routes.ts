import { viewAt } from "../../parts/view-at.ts";
import { rootRoute } from "../../root-route.tsx";

const createGallery = () => viewAt(rootRoute, "/_gallery", () => import("./gallery-page.tsx"));

/** The page is for developers of the console: a production build omits it and its imports. */
export const galleryRoutes = import.meta.env.DEV ? ([createGallery()] as const) : [];
