import { createRoute } from "@tanstack/react-router";
import { lazyView } from "../../parts/lazy-view.tsx";
import { rootRoute } from "../../root-route.tsx";
import { parseTexts } from "../../values/parse-search.ts";

const resources = createRoute({
  getParentRoute: () => rootRoute,
  path: "/resources",
  validateSearch: parseTexts("q", "sort"),
  component: lazyView(() => import("./resources-page.tsx"), "ResourcesPage"),
});

// The name of a resource begins with a letter, so a path segment with a plus cannot be a resource.
const newResource = createRoute({
  getParentRoute: () => rootRoute,
  path: "/resources/+new",
  component: lazyView(() => import("./new-resource-page.tsx"), "NewResourcePage"),
});

const customPermissions = createRoute({
  getParentRoute: () => rootRoute,
  path: "/resources/+permissions",
  validateSearch: parseTexts("q", "open", "sort"),
  component: lazyView(() => import("./permissions/permissions-page.tsx"), "PermissionsPage"),
});

const resource = createRoute({
  getParentRoute: () => rootRoute,
  path: "/resources/$name",
  component: lazyView(() => import("./resource-page.tsx"), "ResourcePage"),
});

const overview = createRoute({
  getParentRoute: () => resource,
  path: "/",
  component: lazyView(() => import("./overview/overview-tab.tsx"), "OverviewTab"),
});

const instances = createRoute({
  getParentRoute: () => resource,
  path: "/instances",
  validateSearch: parseTexts("q", "open", "view", "sort"),
  component: lazyView(() => import("./instances/instances-tab.tsx"), "InstancesTab"),
});

const callers = createRoute({
  getParentRoute: () => resource,
  path: "/callers",
  validateSearch: parseTexts("action", "at", "type"),
  component: lazyView(() => import("./callers/callers-tab.tsx"), "CallersTab"),
});

const connect = createRoute({
  getParentRoute: () => resource,
  path: "/connect",
  component: lazyView(() => import("./connect/connect-tab.tsx"), "ConnectTab"),
});

const history = createRoute({
  getParentRoute: () => resource,
  path: "/history",
  component: lazyView(() => import("./history-tab.tsx"), "HistoryTab"),
});

export const resourcesRoutes = [
  resources,
  newResource,
  customPermissions,
  resource.addChildren([overview, instances, callers, connect, history]),
] as const;
