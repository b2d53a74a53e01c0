import type { AnswerOf } from "../../api/call-api.ts";
import { MissingPermission } from "../../components/permissions/missing-permission.tsx";
import { usePrincipalNames } from "../../components/principals/use-principal-names.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import type { Question } from "./question.ts";
import { checkTexts } from "./texts.ts";
import { Verdict } from "./verdict.tsx";

interface PlainAnswerProps {
  readonly question: Question;
  readonly answer: AnswerOf<"POST /check">;
}

/** Shows the answer without an explanation. */
export function PlainAnswer({ question, answer }: PlainAnswerProps) {
  const texts = useTexts(checkTexts);
  const { subject = "", permission = "", resource } = question;
  const nameOf = usePrincipalNames([subject]);
  const say = answer.allowed ? texts.mayDo : texts.mayNotDo;
  return (
    <>
      <Verdict
        allowed={answer.allowed}
        title={answer.allowed ? texts.allowed : texts.denied}
        aside={texts.revision(answer.revision)}
      >
        <p>{say(nameOf(subject).label, permission, resource)}</p>
      </Verdict>
      <MissingPermission permissions={["licet:explain"]} title={texts.mayNotSeeWhy} />
    </>
  );
}
