import { signOut } from "../../auth/sign-out.ts";
import { authTexts } from "../../auth/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Mark } from "../../ui/icons.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { useDocumentTitle } from "../../ui/layout/use-document-title.ts";

/** For a signed-in user without any permission of Licet: the console has nothing to show. */
export function NoAccess() {
  const texts = useTexts(authTexts);
  useDocumentTitle(texts.noAccess);
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center gap-5 p-4">
      <h1 className="flex items-center justify-center gap-2.5 text-lg font-bold">
        <Mark /> Licet
      </h1>
      <Card flush>
        <EmptyState
          icon="lock"
          title={texts.noAccess}
          action={
            <>
              {/* A reload requests new tokens, which include newly assigned roles. */}
              <Button icon="refresh" onClick={() => location.reload()}>
                {texts.refreshPermissions}
              </Button>
              <Button kind="primary" icon="signOut" onClick={signOut}>
                {texts.otherAccount}
              </Button>
            </>
          }
        >
          {texts.noAccessHint}
        </EmptyState>
      </Card>
    </main>
  );
}
