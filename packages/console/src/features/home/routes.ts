import { createRoute } from "@tanstack/react-router";
import { lazyView } from "../../parts/lazy-view.tsx";
import { rootRoute } from "../../root-route.tsx";
import { parseChoice } from "../../values/parse-search.ts";
import { SPAN_NAMES, type SpanName } from "./spans.ts";

interface HomeSearch {
  readonly span?: SpanName;
}

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  validateSearch: (search: Record<string, unknown>): HomeSearch => {
    const span = parseChoice(search.span, SPAN_NAMES);
    return span === undefined ? {} : { span };
  },
  component: lazyView(() => import("./home-page.tsx"), "HomePage"),
});

export const homeRoutes = [home] as const;
