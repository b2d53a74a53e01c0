import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { type Draft, NO_DRAFT } from "../../components/draft/draft.ts";
import { changeDraft, currentDraft, useKeptDraft } from "../../components/draft/draft-store.ts";
import { isSame } from "../../values/is-same.ts";

const route = getRouteApi("/draft");
/** Longer addresses are cut by mail programs and proxies; such a draft stays in the tab. */
const MOST_CHARACTERS = 6_000;
/** What this tab itself put into addresses: going back to one of them brings nothing new. */
const writtenHere = new Set<string>();

interface SharedDraft {
  readonly draft: Draft;
  readonly fits: boolean;
  /** The draft of a link, while this tab has another one of its own. */
  readonly incoming: Draft | undefined;
  /** Goes on with it, or without it. */
  settle(choice: "incoming" | "own"): void;
}

/** The draft of this tab, which the address carries: a link that is opened brings its draft along. */
export function useSharedDraft(): SharedDraft {
  const { draft: shared } = route.useSearch();
  const navigate = route.useNavigate();
  const draft = useKeptDraft();
  const [opened, setOpened] = useState(() => foreign(shared));
  const written = JSON.stringify(draft);
  const fits = encodeURIComponent(written).length <= MOST_CHARACTERS;
  const hasOwn = !isSame(draft, NO_DRAFT);

  useEffect(() => {
    if (opened && hasOwn) return;
    if (opened) {
      setOpened(undefined);
      changeDraft(() => opened);
      return;
    }
    const search = !hasOwn || !fits ? {} : { draft: JSON.parse(written) as Draft };
    if (search.draft) writtenHere.add(written);
    if (!isSame(search.draft, shared)) void navigate({ search, replace: true, ignoreBlocker: true });
  }, [opened, hasOwn, written, fits, shared, navigate]);

  return {
    draft,
    fits,
    incoming: hasOwn ? opened : undefined,
    settle(choice) {
      if (opened && choice === "incoming") changeDraft(() => opened);
      setOpened(undefined);
    },
  };
}

/** A draft that is not this tab's own. */
const foreign = (shared: Draft | undefined): Draft | undefined =>
  shared && !isSame(shared, currentDraft()) && !writtenHere.has(JSON.stringify(shared)) ? shared : undefined;
