import { useMutation } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { describeCall } from "../../api/call-api.ts";
import { useRead } from "../../api/use-api.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { ErrorNotice } from "../../components/problems/error-notice.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { CopyButton } from "../../ui/button/copy-button.tsx";
import { CodeBlock } from "../../ui/display/code-block.tsx";
import { Notice } from "../../ui/display/notice.tsx";
import { SkeletonText } from "../../ui/display/skeleton.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { isSame } from "../../values/is-same.ts";
import { ExpectedToken } from "./expected-token.tsx";
import { fieldErrorsFrom } from "./field-errors.ts";
import { PlaygroundForm } from "./playground-form.tsx";
import { type PlaygroundSearch, resolveBodyFrom } from "./playground-search.ts";
import { describeTokenRequest, requestClientToken } from "./request-token.ts";
import { sortVerdicts } from "./resolved.ts";
import { playgroundTexts } from "./texts.ts";
import { TokenView } from "./token-view.tsx";
import { VerdictList } from "./verdict-list.tsx";

const route = getRouteApi("/playground");

/** Requests a token as any client, simulated or real, and explains each scope. */
export function PlaygroundPage() {
  const texts = useTexts(playgroundTexts);
  const asked = route.useSearch();
  const navigate = route.useNavigate();
  const body = resolveBodyFrom(asked);
  const resolving = useRead(
    "POST /scopes:resolve",
    { body: body ?? { client_id: "" } },
    { enabled: body !== undefined },
  );
  const requesting = useMutation({
    mutationFn: ({ request, secret }: { readonly request: PlaygroundSearch; readonly secret: string }) =>
      requestClientToken(request, secret),
  });
  const answer = body && resolving.data?.body;
  const isReal = asked.mode === "real";
  const real = isReal ? requesting.data : undefined;
  const failure = real && !real.issued ? real.failure : answer && !answer.issued ? answer : undefined;

  const ask = (request: PlaygroundSearch, secret: string) => {
    requesting.reset();
    if (request.mode === "real") requesting.mutate({ request, secret });
    void navigate({ search: request });
    // Another request has another key, and is read by itself. The same one runs again: its data may have changed.
    if (isSame(resolveBodyFrom(request), body)) void resolving.refetch();
  };

  const replace = (item: string, scope: string) => {
    const items = (asked.scope ?? "").split(" ").map((one) => (one === item ? scope : one));
    void navigate({ search: { ...asked, scope: [...new Set(items)].join(" ") } });
  };

  return (
    <>
      <PageHeader
        title={texts.playground}
        description={texts.description}
        actions={
          body && (
            <>
              <CopyButton text={location.href} label={texts.copyLink} look="button" />
              <ApiCall call={describeCall("POST /scopes:resolve", { body })} />
            </>
          )
        }
      />
      <div className="grid items-start gap-x-6 gap-y-5 xl:grid-cols-2">
        <div className="grid min-w-0 gap-5">
          <PlaygroundForm
            asked={asked}
            fieldErrors={fieldErrorsFrom(failure, isReal, texts)}
            working={requesting.isPending || (body !== undefined && resolving.isFetching)}
            onAsk={ask}
          />
          {isReal && body && (
            <Section title={texts.sameByCurl}>
              <CodeBlock code={describeTokenRequest(asked, location.origin)} />
            </Section>
          )}
        </div>
        <div className="min-w-0" aria-live="polite">
          {!body && (
            <Card flush>
              <EmptyState icon="playground" title={texts.nothingAsked}>
                {texts.nothingAskedHint}
              </EmptyState>
            </Card>
          )}
          {requesting.error && <ErrorNotice error={requesting.error} />}
          {body && resolving.error && (
            <ErrorNotice error={resolving.error} retry={() => void resolving.refetch()} />
          )}
          {failure && (
            <div className="mb-5">
              <Notice tone="bad" live title={isReal ? texts.noRealToken : texts.noToken}>
                <p>
                  <code>{failure.error}</code> {failure.error_description}
                </p>
              </Notice>
            </div>
          )}
          {body && !answer && !resolving.error && (
            <Card>
              <SkeletonText lines={5} />
            </Card>
          )}
          {answer?.issued && !failure && (
            <Section
              title={texts.verdicts}
              description={texts.summary(answer.granted.length, answer.refused.length, answer.revision)}
              frame="flush"
            >
              <VerdictList
                verdicts={sortVerdicts(answer, asked.scope ?? "")}
                clientId={asked.client?.startsWith("ak_") ? undefined : asked.client}
                onReplace={replace}
                onNameResource={(identifier) =>
                  void navigate({ search: { ...asked, resource: [identifier] } })
                }
              />
              {answer.granted.length + answer.refused.length === 0 && (
                <p className="px-4 py-5 text-muted">{texts.nothingGranted}</p>
              )}
            </Section>
          )}
          {real?.issued && <TokenView token={real.token} />}
          {!isReal && answer?.issued && <ExpectedToken asked={asked} resolved={answer} />}
          {isReal && !real && !requesting.isPending && answer?.issued && <Notice>{texts.secretAgain}</Notice>}
        </div>
      </div>
    </>
  );
}
