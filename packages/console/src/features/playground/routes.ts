import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.tsx";
import { readPlaygroundSearch } from "./playground-search.ts";

const playground = createRoute({
  getParentRoute: () => rootRoute,
  path: "/playground",
  validateSearch: readPlaygroundSearch,
  component: lazyRouteComponent(() => import("./playground-page.tsx"), "PlaygroundPage"),
});

export const playgroundRoutes = [playground] as const;
