import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { type Draft, NO_DRAFT } from "./draft.ts";
import { changeDraft, useKeptDraft } from "./draft-store.ts";

const route = getRouteApi("/draft");
/** Longer addresses are cut by mail programs and proxies; such a draft stays in the tab. */
const MOST_CHARACTERS = 6_000;

/** The draft of this tab, which the address carries: a link that is opened brings its draft along. */
export function useSharedDraft(): { readonly draft: Draft; readonly fits: boolean } {
  const { draft: shared } = route.useSearch();
  const navigate = route.useNavigate();
  const draft = useKeptDraft();
  const isOpening = useRef(true);
  const written = JSON.stringify(draft);
  const fits = encodeURIComponent(written).length <= MOST_CHARACTERS;

  useEffect(() => {
    const opening = isOpening.current;
    isOpening.current = false;
    if (opening && shared && JSON.stringify(shared) !== written) {
      changeDraft(() => shared);
      return;
    }
    const isEmpty = written === JSON.stringify(NO_DRAFT);
    const search = isEmpty || !fits ? {} : { draft: JSON.parse(written) as Draft };
    if (JSON.stringify(search.draft) !== JSON.stringify(shared)) void navigate({ search, replace: true });
  }, [written, fits, shared, navigate]);

  return { draft, fits };
}
