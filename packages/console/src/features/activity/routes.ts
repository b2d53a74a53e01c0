import { createRoute } from "@tanstack/react-router";
import { lazyView } from "../../parts/lazy-view.tsx";
import { rootRoute } from "../../root-route.tsx";
import { readActivitySearch } from "./activity-search.ts";

const activity = createRoute({
  getParentRoute: () => rootRoute,
  path: "/activity",
  validateSearch: readActivitySearch,
  component: lazyView(() => import("./activity-page.tsx"), "ActivityPage"),
});

export const activityRoutes = [activity] as const;
