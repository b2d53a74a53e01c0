import { SuggestionList } from "../../../components/suggestions/suggestion-list.tsx";
import { useApplication } from "../application-context.ts";
import type { Resolved } from "./outcome.ts";

type Refused = Extract<Resolved, { readonly issued: true }>["refused"][number];

interface SuggestionsProps {
  readonly refused: Refused;
  /** Runs after a change: the request has another result now. */
  onChanged(): void;
}

/** Lists the changes that would grant a refused scope. */
export function Suggestions({ refused, onChanged }: SuggestionsProps) {
  const { clientId } = useApplication();
  return (
    <SuggestionList
      look="lines"
      suggestions={refused.suggestions}
      nearMisses={refused.near_misses}
      clientId={clientId}
      onChanged={onChanged}
    />
  );
}
