import { reasonTexts } from "../../components/decisions/reason-texts.ts";
import { usePrincipalNames } from "../../components/principals/use-principal-names.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { GrantPathsGraph } from "./grant-paths-graph.tsx";
import { NearMisses } from "./near-misses.tsx";
import type { Denied, Question } from "./question.ts";
import { Suggestions } from "./suggestions.tsx";
import { checkTexts } from "./texts.ts";
import { Verdict } from "./verdict.tsx";

interface DeniedAnswerProps {
  readonly question: Question;
  readonly answer: Denied;
  onAsk(change: Question): void;
}

export function DeniedAnswer({ question, answer, onAsk }: DeniedAnswerProps) {
  const texts = useTexts(checkTexts);
  const words = useTexts(reasonTexts);
  const { subject = "", permission = "", resource } = question;
  const nameOf = usePrincipalNames([subject]);
  const reasons: Readonly<Record<string, string>> = {
    ...words.help,
    ...texts.reasons,
    ...(answer.near_misses.length > 0 && { not_granted: texts.nearly }),
  };
  return (
    <>
      <Verdict allowed={false} title={texts.denied} aside={texts.revision(answer.revision)}>
        <p>{texts.mayNotDo(nameOf(subject).label, permission, resource)}</p>
        <p>
          {reasons[answer.reason]} <code className="text-sm text-muted">{answer.reason}</code>
        </p>
      </Verdict>
      <Suggestions question={question} answer={answer} onAsk={onAsk} />
      {answer.near_misses.length > 0 && (
        <>
          <Section title={texts.graph} description={texts.missesGraphHint}>
            <GrantPathsGraph paths={answer.near_misses} permission={permission} allowed={false} />
          </Section>
          <NearMisses misses={answer.near_misses} />
        </>
      )}
    </>
  );
}
