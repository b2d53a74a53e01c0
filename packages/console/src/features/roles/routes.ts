import { createRoute } from "@tanstack/react-router";
import { lazyView } from "../../parts/lazy-view.tsx";
import { rootRoute } from "../../root-route.tsx";
import { parseTexts } from "../../values/parse-search.ts";

const roles = createRoute({
  getParentRoute: () => rootRoute,
  path: "/roles",
  validateSearch: parseTexts("search", "sort"),
  component: lazyView(() => import("./roles-page.tsx"), "RolesPage"),
});

// The name of a role begins with a letter, so a path segment with a plus cannot be a role.
const newRole = createRoute({
  getParentRoute: () => rootRoute,
  path: "/roles/+new",
  component: lazyView(() => import("./new-role-page.tsx"), "NewRolePage"),
});

const role = createRoute({
  getParentRoute: () => rootRoute,
  path: "/roles/$name",
  validateSearch: parseTexts("tab"),
  component: lazyView(() => import("./role-page.tsx"), "RolePage"),
});

export const rolesRoutes = [roles, newRole, role] as const;
