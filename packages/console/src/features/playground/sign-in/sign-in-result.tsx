import { useState } from "react";
import { SignInError } from "../../../auth/request-tokens.ts";
import { SignInWindowError } from "../../../auth/sign-in-window.ts";
import { authTexts } from "../../../auth/texts.ts";
import { Field } from "../../../components/fields/field.tsx";
import { ErrorNotice } from "../../../components/problems/error-notice.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Notice } from "../../../ui/display/notice.tsx";
import { SkeletonText } from "../../../ui/display/skeleton.tsx";
import { PasswordInput } from "../../../ui/form/password-input.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import type { PlaygroundSearch } from "../playground-search.ts";
import { playgroundTexts } from "../texts.ts";
import { SignedInTokens } from "./signed-in-tokens.tsx";
import { signInTexts } from "./texts.ts";
import type { useSignIn } from "./use-sign-in.ts";

interface SignInResultProps {
  readonly signIn: ReturnType<typeof useSignIn>;
  onAsk(change: Pick<PlaygroundSearch, "scope" | "resource">): void;
}

/** Shows where the sign-in is, and at its end the tokens with the reason of each scope. */
export function SignInResult({ signIn, onAsk }: SignInResultProps) {
  const texts = useTexts(signInTexts);
  const { state } = signIn;
  switch (state.kind) {
    case "idle":
      return (
        <Card flush>
          <EmptyState icon="person" title={texts.idle}>
            {texts.idleHint}
          </EmptyState>
        </Card>
      );
    case "waiting":
      return (
        <Card flush>
          <EmptyState
            icon="clock"
            title={texts.waiting}
            action={<Button onClick={signIn.cancel}>{texts.cancel}</Button>}
          >
            {texts.waitingHint}
          </EmptyState>
        </Card>
      );
    case "exchanging":
      return (
        <Card>
          <SkeletonText lines={5} />
        </Card>
      );
    case "refused":
      return <Refusal error={state.error} description={state.description} />;
    case "expired":
      return (
        <Notice tone="bad" title={texts.expired} live>
          {texts.expiredHint}
        </Notice>
      );
    case "not_exchangeable":
      return (
        <Notice tone="warning" title={texts.signedIn} live>
          {texts.notExchangeable}
        </Notice>
      );
    case "needs_secret":
      return <SecretForm onSubmit={signIn.exchange} />;
    case "failed":
      return <Failure error={state.error} />;
    case "answered":
      return state.answer.issued ? (
        <SignedInTokens request={state.request} token={state.answer.token} onAsk={onAsk} />
      ) : (
        <Refusal
          error={state.answer.failure.error}
          description={state.answer.failure.error_description ?? ""}
        />
      );
  }
}

function Refusal({ error, description }: { readonly error: string; readonly description: string }) {
  const texts = useTexts(playgroundTexts);
  return (
    <Notice tone="bad" live title={texts.noRealToken}>
      <p>
        <code>{error}</code> {description}
      </p>
      {error === "invalid_client" && <p>{texts.wrongSecret}</p>}
    </Notice>
  );
}

function Failure({ error }: { readonly error: unknown }) {
  const texts = useTexts(authTexts);
  if (error instanceof SignInError) return <Refusal error={error.code} description={error.message} />;
  if (!(error instanceof SignInWindowError)) return <ErrorNotice error={error} />;
  return (
    <Notice tone="warning" live>
      {texts.windowBlocked}
    </Notice>
  );
}

function SecretForm({ onSubmit }: { onSubmit(secret: string): void }) {
  const texts = useTexts(signInTexts);
  const { secret: label, secretHint } = useTexts(playgroundTexts);
  const [secret, setSecret] = useState("");
  return (
    <Card>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(secret);
        }}
      >
        <Notice tone="good" title={texts.signedIn} live>
          {texts.needsSecret}
        </Notice>
        <Field label={label} hint={secretHint} required>
          <PasswordInput value={secret} onChange={setSecret} autoComplete="off" />
        </Field>
        <div>
          <Button kind="primary" type="submit" disabled={secret === ""}>
            {texts.exchange}
          </Button>
        </div>
      </form>
    </Card>
  );
}
