import { viewAt } from "../../parts/view-at.ts";
import { rootRoute } from "../../root-route.tsx";
import { parseTexts } from "../../values/parse-search.ts";

const roles = viewAt(rootRoute, "/roles", () => import("./roles-page.tsx"), parseTexts("search", "sort"));
// The name of a role begins with a letter, so a path segment with a plus cannot be a role.
const newRole = viewAt(rootRoute, "/roles/+new", () => import("./new-role-page.tsx"));
const role = viewAt(rootRoute, "/roles/$name", () => import("./role-page.tsx"), parseTexts("tab"));

export const rolesRoutes = [roles, newRole, role] as const;
