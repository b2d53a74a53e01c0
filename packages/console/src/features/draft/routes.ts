import { createRoute } from "@tanstack/react-router";
import type { Draft } from "../../components/draft/draft.ts";
import { parseDraft } from "../../components/draft/parse-draft.ts";
import { lazyView } from "../../parts/lazy-view.tsx";
import { rootRoute } from "../../root-route.tsx";

const draft = createRoute({
  getParentRoute: () => rootRoute,
  path: "/draft",
  validateSearch: ({ draft }: Readonly<Record<string, unknown>>): { readonly draft?: Draft } =>
    draft === undefined ? {} : { draft: parseDraft(draft) },
  component: lazyView(() => import("./draft-page.tsx"), "DraftPage"),
});

export const draftRoutes = [draft] as const;
