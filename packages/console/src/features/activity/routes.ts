import { createRoute } from "@tanstack/react-router";
import { lazyView } from "../../parts/lazy-view.tsx";
import { rootRoute } from "../../root-route.tsx";
import { parseActivitySearch } from "./activity-search.ts";

const activity = createRoute({
  getParentRoute: () => rootRoute,
  path: "/activity",
  validateSearch: parseActivitySearch,
  component: lazyView(() => import("./activity-page.tsx"), "ActivityPage"),
});

export const activityRoutes = [activity] as const;
