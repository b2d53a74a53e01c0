import { ErrorNotice } from "../../components/problems/error-notice.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Notice } from "../../ui/display/notice.tsx";
import { SkeletonText } from "../../ui/display/skeleton.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { ExpectedToken } from "./expected-token.tsx";
import type { PlaygroundSearch } from "./playground-search.ts";
import { playgroundTexts } from "./texts.ts";
import { TokenView } from "./token-view.tsx";
import type { useTokenRequest } from "./use-token-request.ts";
import { VerdictSection } from "./verdict-section.tsx";

interface RequestResultProps {
  readonly asked: PlaygroundSearch;
  readonly tokens: ReturnType<typeof useTokenRequest>;
  onAsk(change: Pick<PlaygroundSearch, "scope" | "resource">): void;
}

/** Shows the result of a dry run, or of a token that the client requested for itself. */
export function RequestResult({ asked, tokens, onAsk }: RequestResultProps) {
  const texts = useTexts(playgroundTexts);
  const { answer, real, failure, requestError, resolveError } = tokens;
  const isReal = asked.mode === "real";
  if (!tokens.isAsked)
    return (
      <Card flush>
        <EmptyState icon="playground" title={texts.nothingAsked}>
          {texts.nothingAskedHint}
        </EmptyState>
      </Card>
    );
  return (
    <>
      {requestError && <ErrorNotice error={requestError} />}
      {resolveError && <ErrorNotice error={resolveError} retry={tokens.retry} />}
      {failure && (
        <div className="mb-5">
          <Notice tone="bad" live title={isReal ? texts.noRealToken : texts.noToken}>
            <p>
              <code>{failure.error}</code> {failure.error_description}
            </p>
          </Notice>
        </div>
      )}
      {!answer && !resolveError && (
        <Card>
          <SkeletonText lines={5} />
        </Card>
      )}
      {answer?.issued && !failure && <VerdictSection asked={asked} resolved={answer} onAsk={onAsk} />}
      {real?.issued && (
        <TokenView title={texts.token} token={real.token.access_token} note={texts.realToken} />
      )}
      {!isReal && answer?.issued && <ExpectedToken asked={asked} resolved={answer} />}
      {isReal && !real && !tokens.isWorking && answer?.issued && <Notice>{texts.secretAgain}</Notice>}
    </>
  );
}
