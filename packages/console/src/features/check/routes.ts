import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.tsx";
import { readQuestion } from "./question.ts";

const check = createRoute({
  getParentRoute: () => rootRoute,
  path: "/check",
  validateSearch: readQuestion,
  component: lazyRouteComponent(() => import("./check-page.tsx"), "CheckPage"),
});

export const checkRoutes = [check] as const;
