import { createRoute } from "@tanstack/react-router";
import { lazyView } from "../../parts/lazy-view.tsx";
import { rootRoute } from "../../root-route.tsx";
import type { Draft } from "./draft.ts";
import { parseDraft } from "./parse-draft.ts";

const draft = createRoute({
  getParentRoute: () => rootRoute,
  path: "/draft",
  validateSearch: ({ draft }: Readonly<Record<string, unknown>>): { readonly draft?: Draft } =>
    draft === undefined ? {} : { draft: parseDraft(draft) },
  component: lazyView(() => import("./draft-page.tsx"), "DraftPage"),
});

export const draftRoutes = [draft] as const;
