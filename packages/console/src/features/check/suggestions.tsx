import { isSaidByReason, type Suggestion } from "../../components/suggestions/suggestion.ts";
import { SuggestionList } from "../../components/suggestions/suggestion-list.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { LinkButton } from "../../ui/button/link-button.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { createExampleContext } from "./example-context.ts";
import type { Denied, Question } from "./question.ts";
import { checkTexts } from "./texts.ts";

const CHANGES: readonly Suggestion["kind"][] = ["assign_permission", "assign_role", "extend_assignment"];

interface SuggestionsProps {
  readonly question: Question;
  readonly answer: Denied;
  onAsk(change: Question): void;
}

/** Lists the changes that would allow the check; after a change the check is evaluated again. */
export function Suggestions({ question, answer, onAsk }: SuggestionsProps) {
  const texts = useTexts(checkTexts);
  const { subject, resource } = question;
  if (answer.suggestions.every(isSaidByReason)) return null;
  const changesSomething = answer.suggestions.some(({ kind }) => CHANGES.includes(kind));
  return (
    <Section
      title={texts.suggestions.title}
      description={changesSomething ? texts.suggestions.hint : undefined}
      frame="flush"
      actions={
        changesSomething && (
          <LinkButton
            size="small"
            icon="plus"
            to="/assignments/new"
            search={{
              ...(subject !== undefined && { principal: subject }),
              ...(resource !== undefined && { at: resource }),
            }}
          >
            {texts.suggestions.other}
          </LinkButton>
        )
      }
    >
      <SuggestionList
        look="rows"
        suggestions={answer.suggestions}
        nearMisses={answer.near_misses}
        at={resource}
        ask={{
          permission: (permission) => onAsk({ permission }),
          instance: (instance) => onAsk({ resource: instance }),
          provideContext: (names) => {
            const example = createExampleContext(names);
            return example && (() => onAsk({ context: { ...question.context, ...example } }));
          },
        }}
      />
    </Section>
  );
}
