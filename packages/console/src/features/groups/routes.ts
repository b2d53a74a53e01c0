import { viewAt } from "../../parts/view-at.ts";
import { rootRoute } from "../../root-route.tsx";
import { parseTexts } from "../../values/parse-search.ts";

const groups = viewAt(rootRoute, "/groups", () => import("./groups-page.tsx"), parseTexts("search", "sort"));
// The name of a group begins with a letter, so a path segment with a plus cannot be a group.
const newGroup = viewAt(rootRoute, "/groups/+new", () => import("./new-group-page.tsx"));
const group = viewAt(rootRoute, "/groups/$name", () => import("./group-page.tsx"), parseTexts("tab"));

export const groupsRoutes = [groups, newGroup, group] as const;
