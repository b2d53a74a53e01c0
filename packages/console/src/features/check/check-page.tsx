import { getRouteApi } from "@tanstack/react-router";
import { describeCall } from "../../api/call-api.ts";
import { ApiProblem } from "../../api/problem.ts";
import { useRead } from "../../api/use-api.ts";
import { useMay } from "../../auth/may.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { ErrorNotice } from "../../components/problems/error-notice.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { CopyButton } from "../../ui/button/copy-button.tsx";
import { SkeletonText } from "../../ui/display/skeleton.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { mergeSearch } from "../../values/merge-search.ts";
import { AllowedAnswer } from "./allowed-answer.tsx";
import { DeniedAnswer } from "./denied-answer.tsx";
import { PlainAnswer } from "./plain-answer.tsx";
import { checkBodyFrom, type Question } from "./question.ts";
import { QuestionForm } from "./question-form.tsx";
import { checkTexts } from "./texts.ts";

const route = getRouteApi("/check");
const NO_QUESTION = { subject: "", permission: "" };

/** Evaluates a check and explains it. The address contains the question, so it can be shared and evaluated again. */
export function CheckPage() {
  const texts = useTexts(checkTexts);
  const question = route.useSearch();
  const navigate = route.useNavigate();
  const body = checkBodyFrom(question);
  // A user who may check but not read explanations gets only the answer.
  const mayExplain = useMay()("explain");
  const given = { body: body ?? NO_QUESTION };
  const explained = useRead("POST /check:explain", given, { enabled: mayExplain && body !== undefined });
  const plain = useRead("POST /check", given, { enabled: !mayExplain && body !== undefined });
  const asked = mayExplain ? explained : plain;
  const ask = (change: { readonly [Member in keyof Question]?: Question[Member] | undefined }) =>
    void navigate({
      search: (before: Question) => mergeSearch(before, change),
      replace: true,
    });
  const answer = explained.data?.body;
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          body && (
            <>
              <ApiCall call={describeCall(mayExplain ? "POST /check:explain" : "POST /check", { body })} />
              <CopyButton text={location.href} label={texts.copyLink} look="button" />
            </>
          )
        }
      />
      <QuestionForm
        question={question}
        onChange={ask}
        problem={asked.error instanceof ApiProblem ? asked.error : undefined}
      />
      <div className={asked.isPlaceholderData ? "opacity-60" : ""} aria-busy={asked.isFetching}>
        {!body && (
          <Card flush>
            <EmptyState icon="access" title={texts.emptyTitle}>
              {texts.emptyHint}
            </EmptyState>
          </Card>
        )}
        {body && asked.error && (
          <ErrorNotice error={asked.error} title={texts.failed} retry={() => void asked.refetch()} />
        )}
        {body && !asked.error && !asked.data && (
          <Card>
            <SkeletonText lines={6} />
          </Card>
        )}
        {body && !mayExplain && !plain.error && plain.data && (
          <PlainAnswer question={question} answer={plain.data.body} />
        )}
        {body && mayExplain && !explained.error && answer?.allowed === true && (
          <AllowedAnswer question={question} answer={answer} />
        )}
        {body && mayExplain && !explained.error && answer?.allowed === false && (
          <DeniedAnswer question={question} answer={answer} onAsk={ask} />
        )}
      </div>
    </>
  );
}
