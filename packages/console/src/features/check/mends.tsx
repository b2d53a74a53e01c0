import { useTexts } from "../../texts/use-texts.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Section } from "../../ui/section.tsx";
import { isSaidByReason, type Mend } from "../mends/mend.ts";
import { MendList } from "../mends/mend-list.tsx";
import { contextFor } from "./context-for.ts";
import type { Denied, Question } from "./question.ts";
import { checkTexts } from "./texts.ts";

const CHANGES: readonly Mend["kind"][] = ["assign", "give_role", "prolong"];

interface MendsProps {
  readonly question: Question;
  readonly answer: Denied;
  onAsk(change: Question): void;
}

/** What would turn the no into a yes; after a change the check asks again. */
export function Mends({ question, answer, onAsk }: MendsProps) {
  const texts = useTexts(checkTexts);
  const { subject, resource } = question;
  if (answer.mends.every(isSaidByReason)) return null;
  const changesSomething = answer.mends.some(({ kind }) => CHANGES.includes(kind));
  return (
    <Section
      title={texts.mends.title}
      description={changesSomething ? texts.mends.hint : undefined}
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
            {texts.mends.other}
          </LinkButton>
        )
      }
    >
      <MendList
        look="rows"
        mends={answer.mends}
        nearMisses={answer.near_misses}
        at={resource}
        ask={{
          permission: (permission) => onAsk({ permission }),
          instance: (instance) => onAsk({ resource: instance }),
          bring: (names) => {
            const said = contextFor(names);
            return said && (() => onAsk({ context: { ...question.context, ...said } }));
          },
        }}
      />
    </Section>
  );
}
