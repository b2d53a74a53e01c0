import { SuggestionList } from "../../../components/suggestions/suggestion-list.tsx";
import { useApplication } from "../application-context.ts";
import type { Resolved } from "./outcome.ts";

type Refused = Extract<Resolved, { readonly issued: true }>["refused"][number];

interface SuggestionsProps {
  readonly refused: Refused;
  /** Something was changed: the question has another answer now. */
  onFixed(): void;
}

/** What would turn a refusal into a grant. */
export function Suggestions({ refused, onFixed }: SuggestionsProps) {
  const { clientId } = useApplication();
  return (
    <SuggestionList
      look="lines"
      suggestions={refused.suggestions}
      nearMisses={refused.near_misses}
      clientId={clientId}
      onChanged={onFixed}
    />
  );
}
