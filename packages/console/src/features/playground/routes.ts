import { createRoute } from "@tanstack/react-router";
import { lazyView } from "../../parts/lazy-view.tsx";
import { rootRoute } from "../../root-route.tsx";
import { parsePlaygroundSearch } from "./playground-search.ts";

const playground = createRoute({
  getParentRoute: () => rootRoute,
  path: "/playground",
  validateSearch: parsePlaygroundSearch,
  component: lazyView(() => import("./playground-page.tsx"), "PlaygroundPage"),
});

export const playgroundRoutes = [playground] as const;
