import { getRouteApi } from "@tanstack/react-router";
import { describeCall } from "../../api/call-api.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { CopyButton } from "../../ui/button/copy-button.tsx";
import { CodeBlock } from "../../ui/display/code-block.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { fieldErrorsFrom } from "./field-errors.ts";
import { type EnteredRequest, PlaygroundForm } from "./playground-form.tsx";
import { type PlaygroundSearch, resolveBodyFrom } from "./playground-search.ts";
import { RequestResult } from "./request-result.tsx";
import { describeTokenRequest } from "./request-token.ts";
import { signInRequestFrom } from "./sign-in/sign-in-request-from.ts";
import { SignInResult } from "./sign-in/sign-in-result.tsx";
import { useSignIn } from "./sign-in/use-sign-in.ts";
import { playgroundTexts } from "./texts.ts";
import { useTokenRequest } from "./use-token-request.ts";

const route = getRouteApi("/playground");

/**
 * Requests a token as any client: as a dry run, by a real sign-in, or by the client for itself. It explains each scope.
 * The address holds the request, so that it can be shared; it never holds a secret or a token.
 */
export function PlaygroundPage() {
  const texts = useTexts(playgroundTexts);
  const asked = route.useSearch();
  const navigate = route.useNavigate();
  const signIn = useSignIn();
  const tokens = useTokenRequest(asked);
  const isSignIn = asked.mode === "sign-in";
  const body = resolveBodyFrom(asked);

  const ask = (entered: EnteredRequest) => {
    const { asked: request, secret, application } = entered;
    if (request.mode === "sign-in")
      signIn.begin(
        signInRequestFrom(request, application, entered),
        secret,
        application?.require_pushed_authorization_requests === true,
      );
    else tokens.ask(request, secret);
    void navigate({ search: request });
  };
  const askInstead = (change: PlaygroundSearch) => void navigate({ search: { ...asked, ...change } });

  return (
    <>
      <PageHeader
        title={texts.playground}
        description={texts.description}
        actions={
          body && (
            <>
              {!isSignIn && <ApiCall call={describeCall("POST /scopes:resolve", { body })} />}
              <CopyButton text={location.href} label={texts.copyLink} look="button" />
            </>
          )
        }
      />
      <div className="grid items-start gap-x-6 gap-y-5 xl:grid-cols-2">
        <div className="grid min-w-0 gap-5">
          <PlaygroundForm
            asked={asked}
            fieldErrors={isSignIn ? {} : fieldErrorsFrom(tokens.failure, asked.mode === "real", texts)}
            working={isSignIn ? signIn.state.kind === "exchanging" : tokens.isWorking}
            onAsk={ask}
          />
          {asked.mode === "real" && body && (
            <Section title={texts.sameByCurl}>
              <CodeBlock code={describeTokenRequest(asked, location.origin)} />
            </Section>
          )}
        </div>
        <div className="min-w-0" aria-live="polite">
          {isSignIn ? (
            <SignInResult signIn={signIn} onAsk={askInstead} />
          ) : (
            <RequestResult asked={asked} tokens={tokens} onAsk={askInstead} />
          )}
        </div>
      </div>
    </>
  );
}
