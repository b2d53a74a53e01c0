import { createRoute } from "@tanstack/react-router";
import { lazyView } from "../../parts/lazy-view.tsx";
import { rootRoute } from "../../root-route.tsx";
import { parseTexts } from "../../values/parse-search.ts";

const groups = createRoute({
  getParentRoute: () => rootRoute,
  path: "/groups",
  validateSearch: parseTexts("search", "sort"),
  component: lazyView(() => import("./groups-page.tsx"), "GroupsPage"),
});

// The name of a group begins with a letter, so a path segment with a plus cannot be a group.
const newGroup = createRoute({
  getParentRoute: () => rootRoute,
  path: "/groups/+new",
  component: lazyView(() => import("./new-group-page.tsx"), "NewGroupPage"),
});

const group = createRoute({
  getParentRoute: () => rootRoute,
  path: "/groups/$name",
  validateSearch: parseTexts("tab"),
  component: lazyView(() => import("./group-page.tsx"), "GroupPage"),
});

export const groupsRoutes = [groups, newGroup, group] as const;
