import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.tsx";
import { readActivitySearch } from "./activity-search.ts";

const activity = createRoute({
  getParentRoute: () => rootRoute,
  path: "/activity",
  validateSearch: readActivitySearch,
  component: lazyRouteComponent(() => import("./activity-page.tsx"), "ActivityPage"),
});

export const activityRoutes = [activity] as const;
