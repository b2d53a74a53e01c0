import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.tsx";
import { readTexts } from "../assignments/read-search.ts";

const roles = createRoute({
  getParentRoute: () => rootRoute,
  path: "/roles",
  validateSearch: readTexts("search"),
  component: lazyRouteComponent(() => import("./roles-page.tsx"), "RolesPage"),
});

// A name begins with a letter: what begins with a plus can never be a role.
const newRole = createRoute({
  getParentRoute: () => rootRoute,
  path: "/roles/+new",
  component: lazyRouteComponent(() => import("./new-role-page.tsx"), "NewRolePage"),
});

const role = createRoute({
  getParentRoute: () => rootRoute,
  path: "/roles/$name",
  validateSearch: readTexts("tab"),
  component: lazyRouteComponent(() => import("./role-page.tsx"), "RolePage"),
});

export const rolesRoutes = [roles, newRole, role] as const;
