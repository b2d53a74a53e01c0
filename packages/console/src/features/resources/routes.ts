import { viewAt } from "../../parts/view-at.ts";
import { rootRoute } from "../../root-route.tsx";
import { parseTexts } from "../../values/parse-search.ts";

const resources = viewAt(
  rootRoute,
  "/resources",
  () => import("./resources-page.tsx"),
  parseTexts("q", "sort"),
);
// The name of a resource begins with a letter, so a path segment with a plus cannot be a resource.
const newResource = viewAt(rootRoute, "/resources/+new", () => import("./new-resource-page.tsx"));
const customPermissions = viewAt(
  rootRoute,
  "/resources/+permissions",
  () => import("./permissions/permissions-page.tsx"),
  parseTexts("q", "open", "sort"),
);
const resource = viewAt(rootRoute, "/resources/$name", () => import("./resource-page.tsx"));
const overview = viewAt(resource, "/", () => import("./overview/overview-tab.tsx"));
const instances = viewAt(
  resource,
  "/instances",
  () => import("./instances/instances-tab.tsx"),
  parseTexts("q", "open", "view", "sort"),
);
const callers = viewAt(
  resource,
  "/callers",
  () => import("./callers/callers-tab.tsx"),
  parseTexts("action", "at", "type"),
);
const connect = viewAt(resource, "/connect", () => import("./connect/connect-tab.tsx"));
const history = viewAt(resource, "/history", () => import("../../components/pages/history-tab.tsx"));

export const resourcesRoutes = [
  resources,
  newResource,
  customPermissions,
  resource.addChildren([overview, instances, callers, connect, history]),
] as const;
