import { getRouteApi } from "@tanstack/react-router";
import { describeCall } from "../../api/call-api.ts";
import { ApiProblem } from "../../api/problem.ts";
import { useRead } from "../../api/use-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { ApiCall } from "../../ui/api-call.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SkeletonText } from "../../ui/skeleton.tsx";
import { AllowedAnswer } from "./allowed-answer.tsx";
import { DeniedAnswer } from "./denied-answer.tsx";
import { type Question, writeQuestion } from "./question.ts";
import { QuestionForm } from "./question-form.tsx";
import { checkTexts } from "./texts.ts";

const route = getRouteApi("/check");
const NO_QUESTION = { subject: "", permission: "" };

/** May this one do that, and why? The address is the question: it can be shared, and asked again later. */
export function CheckPage() {
  const texts = useTexts(checkTexts);
  const question = route.useSearch();
  const navigate = route.useNavigate();
  const body = writeQuestion(question);
  const explained = useRead(
    "POST /check:explain",
    { body: body ?? NO_QUESTION },
    { enabled: body !== undefined },
  );
  const ask = (change: { readonly [Member in keyof Question]?: Question[Member] | undefined }) =>
    void navigate({
      search: (before) =>
        Object.fromEntries(
          Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined && value !== ""),
        ) as Question,
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
              <ApiCall call={describeCall("POST /check:explain", { body })} />
              <CopyButton text={location.href} label={texts.copyLink} look="button" />
            </>
          )
        }
      />
      <QuestionForm
        question={question}
        onChange={ask}
        problem={explained.error instanceof ApiProblem ? explained.error : undefined}
      />
      <div className={explained.isPlaceholderData ? "opacity-60" : ""} aria-busy={explained.isFetching}>
        {!body && (
          <Card flush>
            <EmptyState icon="access" title={texts.emptyTitle}>
              {texts.emptyHint}
            </EmptyState>
          </Card>
        )}
        {body && explained.error && (
          <ErrorNotice error={explained.error} title={texts.failed} retry={() => void explained.refetch()} />
        )}
        {body && !explained.error && !answer && (
          <Card>
            <SkeletonText lines={6} />
          </Card>
        )}
        {body && !explained.error && answer?.allowed === true && (
          <AllowedAnswer question={question} answer={answer} />
        )}
        {body && !explained.error && answer?.allowed === false && (
          <DeniedAnswer question={question} answer={answer} onAsk={ask} />
        )}
      </div>
    </>
  );
}
