import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { type Draft, EMPTY_DRAFT } from "../../components/draft/draft.ts";
import { changeDraft, currentDraft, useCurrentDraft } from "../../components/draft/draft-store.ts";
import { isSame } from "../../values/is-same.ts";

const route = getRouteApi("/draft");
/** Mail programs and proxies cut longer addresses; such a draft stays in the tab. */
const MAX_ADDRESS_CHARACTERS = 6_000;
/** The drafts that this tab wrote into the address: going back to one of them imports nothing. */
const writtenHere = new Set<string>();

interface SharedDraft {
  readonly draft: Draft;
  readonly fits: boolean;
  /** The draft of a link while this tab has another draft. */
  readonly incoming: Draft | undefined;
  /** Accepts or discards the draft of the link. */
  settle(choice: "incoming" | "own"): void;
}

/** The draft of this tab, mirrored in the address: opening a link imports its draft. */
export function useSharedDraft(): SharedDraft {
  const { draft: shared } = route.useSearch();
  const navigate = route.useNavigate();
  const draft = useCurrentDraft();
  const [opened, setOpened] = useState(() => findForeign(shared));
  const written = JSON.stringify(draft);
  const fits = encodeURIComponent(written).length <= MAX_ADDRESS_CHARACTERS;
  const hasOwn = !isSame(draft, EMPTY_DRAFT);

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

/** Returns the draft if it is neither the current draft nor one that this tab wrote into the address. */
const findForeign = (shared: Draft | undefined): Draft | undefined =>
  shared && !isSame(shared, currentDraft()) && !writtenHere.has(JSON.stringify(shared)) ? shared : undefined;
