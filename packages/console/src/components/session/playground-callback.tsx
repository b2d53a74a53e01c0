import { useEffect, useState } from "react";
import { passResponseToOpener } from "../../auth/playground/response-messages.ts";
import { authTexts } from "../../auth/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { ButtonAnchor } from "../../ui/button/link-button.tsx";
import { Mark } from "../../ui/icons.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { useDocumentTitle } from "../../ui/layout/use-document-title.ts";

/**
 * The end of a sign-in that the Playground started in this tab. It requires no session of the console: the user who
 * signed in may be any user.
 */
export function PlaygroundCallback() {
  const texts = useTexts(authTexts);
  const [isReceived, setReceived] = useState<boolean>();
  useDocumentTitle(texts.playgroundCallback);
  useEffect(() => {
    void passResponseToOpener().then(setReceived);
  }, []);
  if (isReceived === undefined) return <p className="p-8 text-muted">{texts.signingIn}</p>;
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center gap-5 p-4">
      <h1 className="flex items-center justify-center gap-2.5 text-lg font-bold">
        <Mark /> Licet
      </h1>
      <Card flush>
        {isReceived ? (
          <EmptyState icon="check" title={texts.playgroundReceived}>
            {texts.playgroundReceivedHint}
          </EmptyState>
        ) : (
          <EmptyState
            icon="warning"
            title={texts.playgroundUnclaimed}
            action={
              // A page load: this tab has no session of the console yet.
              <ButtonAnchor kind="primary" icon="playground" href="/console/playground">
                {texts.playgroundOpen}
              </ButtonAnchor>
            }
          >
            {texts.playgroundUnclaimedHint}
          </EmptyState>
        )}
      </Card>
    </main>
  );
}
