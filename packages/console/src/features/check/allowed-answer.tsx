import { useMemo } from "react";
import { usePrincipalNames } from "../../components/principals/use-principal-names.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Time } from "../../ui/display/time.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { GrantPathSteps } from "./grant-path-steps.tsx";
import { GrantPathsGraph } from "./grant-paths-graph.tsx";
import type { Allowed, Question } from "./question.ts";
import { checkTexts } from "./texts.ts";
import { Verdict } from "./verdict.tsx";

interface AllowedAnswerProps {
  readonly question: Question;
  readonly answer: Allowed;
}

export function AllowedAnswer({ question, answer }: AllowedAnswerProps) {
  const texts = useTexts(checkTexts);
  const { subject = "", permission = "", resource } = question;
  const nameOf = usePrincipalNames([subject]);
  const paths = useMemo(() => [answer.via], [answer.via]);
  return (
    <>
      <Verdict allowed title={texts.allowed} aside={texts.revision(answer.revision)}>
        {texts.mayDo(nameOf(subject).label, permission, resource)}
        {answer.expires_at !== undefined && (
          <p className="text-sm text-muted">
            {texts.endsAt} <Time at={answer.expires_at} look="absolute" />
          </p>
        )}
      </Verdict>
      <Section title={texts.graph} description={texts.graphHint}>
        <GrantPathsGraph paths={paths} permission={permission} allowed />
      </Section>
      <Section title={texts.why} description={texts.whyHint}>
        <GrantPathSteps path={answer.via} />
      </Section>
      {answer.within && (
        <Section title={texts.within} description={texts.withinHint}>
          {"ceiling" in answer.within ? (
            <p>
              {texts.ceiling} <code className="font-medium">{answer.within.ceiling}</code>
            </p>
          ) : (
            <GrantPathSteps path={answer.within.via} />
          )}
        </Section>
      )}
    </>
  );
}
