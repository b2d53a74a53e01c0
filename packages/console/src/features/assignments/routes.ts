import { viewAt } from "../../parts/view-at.ts";
import { rootRoute } from "../../root-route.tsx";
import { parseTexts } from "../../values/parse-search.ts";

const assignments = viewAt(
  rootRoute,
  "/assignments",
  () => import("./assignments-page.tsx"),
  parseTexts("principal", "role", "permission", "at", "sort"),
);
const newAssignment = viewAt(
  rootRoute,
  "/assignments/new",
  () => import("./new-assignment-page.tsx"),
  parseTexts("principal", "role", "permission", "at", "when", "expires_at"),
);

export const assignmentsRoutes = [assignments, newAssignment] as const;
