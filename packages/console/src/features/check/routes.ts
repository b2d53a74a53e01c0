import { createRoute } from "@tanstack/react-router";
import { lazyView } from "../../parts/lazy-view.tsx";
import { rootRoute } from "../../root-route.tsx";
import { parseQuestion } from "./question.ts";

const check = createRoute({
  getParentRoute: () => rootRoute,
  path: "/check",
  validateSearch: parseQuestion,
  component: lazyView(() => import("./check-page.tsx"), "CheckPage"),
});

export const checkRoutes = [check] as const;
