import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.tsx";
import { readTexts } from "../assignments/read-search.ts";

const groups = createRoute({
  getParentRoute: () => rootRoute,
  path: "/groups",
  validateSearch: readTexts("search"),
  component: lazyRouteComponent(() => import("./groups-page.tsx"), "GroupsPage"),
});

// A name begins with a letter: what begins with a plus can never be a group.
const newGroup = createRoute({
  getParentRoute: () => rootRoute,
  path: "/groups/+new",
  component: lazyRouteComponent(() => import("./new-group-page.tsx"), "NewGroupPage"),
});

const group = createRoute({
  getParentRoute: () => rootRoute,
  path: "/groups/$name",
  validateSearch: readTexts("tab"),
  component: lazyRouteComponent(() => import("./group-page.tsx"), "GroupPage"),
});

export const groupsRoutes = [groups, newGroup, group] as const;
