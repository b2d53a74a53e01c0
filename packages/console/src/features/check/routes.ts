import { viewAt } from "../../parts/view-at.ts";
import { rootRoute } from "../../root-route.tsx";
import { parseQuestion } from "./question.ts";

const check = viewAt(rootRoute, "/check", () => import("./check-page.tsx"), parseQuestion);

export const checkRoutes = [check] as const;
