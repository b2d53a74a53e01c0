import type { Draft } from "../../components/draft/draft.ts";
import { parseDraft } from "../../components/draft/parse-draft.ts";
import { viewAt } from "../../parts/view-at.ts";
import { rootRoute } from "../../root-route.tsx";

type Search = Readonly<Record<string, unknown>>;

const parseSearch = ({ draft }: Search): { readonly draft?: Draft } =>
  draft === undefined ? {} : { draft: parseDraft(draft) };

const draft = viewAt(rootRoute, "/draft", () => import("./draft-page.tsx"), parseSearch);

export const draftRoutes = [draft] as const;
