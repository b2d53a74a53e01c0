import { viewAt } from "../../parts/view-at.ts";
import { rootRoute } from "../../root-route.tsx";
import { parsePlaygroundSearch } from "./playground-search.ts";

const playground = viewAt(
  rootRoute,
  "/playground",
  () => import("./playground-page.tsx"),
  parsePlaygroundSearch,
);

export const playgroundRoutes = [playground] as const;
