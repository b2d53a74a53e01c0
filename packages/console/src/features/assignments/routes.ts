import { createRoute } from "@tanstack/react-router";
import { lazyView } from "../../parts/lazy-view.tsx";
import { rootRoute } from "../../root-route.tsx";
import { parseTexts } from "../../values/parse-search.ts";

const assignments = createRoute({
  getParentRoute: () => rootRoute,
  path: "/assignments",
  validateSearch: parseTexts("principal", "role", "permission", "at", "sort"),
  component: lazyView(() => import("./assignments-page.tsx"), "AssignmentsPage"),
});

const newAssignment = createRoute({
  getParentRoute: () => rootRoute,
  path: "/assignments/new",
  validateSearch: parseTexts("principal", "role", "permission", "at", "when", "expires_at"),
  component: lazyView(() => import("./new-assignment-page.tsx"), "NewAssignmentPage"),
});

export const assignmentsRoutes = [assignments, newAssignment] as const;
