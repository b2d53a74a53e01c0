import { viewAt } from "../../parts/view-at.ts";
import { rootRoute } from "../../root-route.tsx";
import { parseActivitySearch } from "./activity-search.ts";

const activity = viewAt(rootRoute, "/activity", () => import("./activity-page.tsx"), parseActivitySearch);

export const activityRoutes = [activity] as const;
