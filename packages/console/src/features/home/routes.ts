import { viewAt } from "../../parts/view-at.ts";
import { rootRoute } from "../../root-route.tsx";
import { parseChoice } from "../../values/parse-search.ts";
import { SPAN_NAMES, type SpanName } from "./spans.ts";

interface HomeSearch {
  readonly span?: SpanName;
}

const parseSearch = (search: Record<string, unknown>): HomeSearch => {
  const span = parseChoice(search.span, SPAN_NAMES);
  return span === undefined ? {} : { span };
};

const home = viewAt(rootRoute, "/", () => import("./home-page.tsx"), parseSearch);

export const homeRoutes = [home] as const;
