import { createRoute } from "@tanstack/react-router";
import { lazyView } from "../../parts/lazy-view.tsx";
import { rootRoute } from "../../root-route.tsx";
import { readTexts } from "../assignments/read-search.ts";

const roles = createRoute({
  getParentRoute: () => rootRoute,
  path: "/roles",
  validateSearch: readTexts("search"),
  component: lazyView(() => import("./roles-page.tsx"), "RolesPage"),
});

// A name begins with a letter: what begins with a plus can never be a role.
const newRole = createRoute({
  getParentRoute: () => rootRoute,
  path: "/roles/+new",
  component: lazyView(() => import("./new-role-page.tsx"), "NewRolePage"),
});

const role = createRoute({
  getParentRoute: () => rootRoute,
  path: "/roles/$name",
  validateSearch: readTexts("tab"),
  component: lazyView(() => import("./role-page.tsx"), "RolePage"),
});

export const rolesRoutes = [roles, newRole, role] as const;
