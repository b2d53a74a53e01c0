import { useState } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { classNames } from "../../ui/class-names.ts";
import { AssignDialog } from "../assignments/assign-dialog.tsx";
import { usePrincipalNames } from "../principals/use-principal-names.ts";
import { type NearMiss, principalsOf, type Suggestion, selectSuggestions } from "./suggestion.ts";
import { type AskInstead, type SuggestedAssignment, SuggestionLine } from "./suggestion-line.tsx";
import { suggestionTexts } from "./texts.ts";

interface SuggestionListProps {
  readonly suggestions: readonly Suggestion[];
  readonly nearMisses: readonly NearMiss[];
  /** The instance of the question; roles are assigned there. */
  readonly at?: string | undefined;
  /** The requesting application, if the subject is one. */
  readonly clientId?: string | undefined;
  readonly ask?: AskInstead | undefined;
  /** Rows fill a card; lines follow other content. */
  readonly look: "rows" | "lines";
  /** Runs after an assignment or its undo: the question has another answer now. */
  onChanged?(): void;
}

/** Lists the suggestions. A suggestion that changes data asks for confirmation first. */
export function SuggestionList({
  suggestions,
  nearMisses,
  at,
  clientId,
  ask,
  look,
  onChanged,
}: SuggestionListProps) {
  const texts = useTexts(suggestionTexts);
  const [suggested, setSuggested] = useState<SuggestedAssignment | undefined>(undefined);
  const shown = selectSuggestions(suggestions, nearMisses, at);
  const nameOf = usePrincipalNames([
    ...principalsOf(shown),
    ...nearMisses.flatMap(({ principals, assignment }) => [...principals.slice(0, 1), assignment.principal]),
  ]);
  if (shown.length === 0) return null;
  return (
    <>
      <ul className={look === "rows" ? "divide-y" : "grid gap-1.5 text-sm"} aria-label={texts.title}>
        {shown.map((suggestion) => (
          <li key={suggestion.text} className={classNames(look === "rows" && "min-h-12 px-4 py-2")}>
            <SuggestionLine
              suggestion={suggestion}
              nearMisses={nearMisses}
              at={at}
              clientId={clientId}
              ask={ask ?? {}}
              nameOf={nameOf}
              onAssign={setSuggested}
            />
          </li>
        ))}
      </ul>
      {suggested && (
        <AssignDialog
          known={suggested.known}
          before={suggested.before}
          title={texts.confirmTitle}
          onChanged={onChanged}
          onClose={() => setSuggested(undefined)}
        />
      )}
    </>
  );
}
