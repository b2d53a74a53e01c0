import { useRead } from "../../../api/use-api.ts";
import { decodeToken } from "../../../auth/decode-token.ts";
import type { SignInRequest } from "../../../auth/playground/sign-in-request.ts";
import type { IssuedToken } from "../../../auth/request-token.ts";
import { EntityName } from "../../../components/entities/entity-name.tsx";
import { ErrorNotice } from "../../../components/problems/error-notice.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { TextLink } from "../../../ui/button/text-link.tsx";
import { Notice } from "../../../ui/display/notice.tsx";
import type { PlaygroundSearch } from "../playground-search.ts";
import type { Resolved } from "../resolved.ts";
import { TokenView } from "../token-view.tsx";
import { VerdictSection } from "../verdict-section.tsx";
import { signInTexts } from "./texts.ts";

interface SignedInTokensProps {
  readonly request: SignInRequest;
  readonly token: IssuedToken;
  onAsk(change: Pick<PlaygroundSearch, "scope" | "resource">): void;
}

/** Shows whose tokens were issued, the reason of each scope, and each token. */
export function SignedInTokens({
  request: { clientId, scope, resource },
  token,
  onAsk,
}: SignedInTokensProps) {
  const texts = useTexts(signInTexts);
  const user = String(decodeToken(token.access_token)?.payload.sub ?? "");
  const given = { ...(scope !== undefined && { scope }), ...(resource && { resource }) };
  // The token response only names the refused scopes; the reasons are for administrators.
  const resolving = useRead("POST /scopes:resolve", { body: { client_id: clientId, user, ...given } });
  const resolved = resolving.data?.body;
  return (
    <>
      <div className="mb-5 grid gap-3">
        <Notice tone="good" title={texts.signedIn} live>
          <p>
            {texts.signedInAs} <EntityName name={`user:${user}`} />
          </p>
          <TextLink to="/users/$id/consents" params={{ id: user }} className="text-sm">
            {texts.revokeThem}
          </TextLink>
        </Notice>
        {resolving.error && <ErrorNotice error={resolving.error} retry={() => void resolving.refetch()} />}
        {resolved?.issued && !isSameDecision(resolved, token) && (
          <Notice tone="warning">
            {texts.otherDecision} <code>{token.scope === "" ? "—" : token.scope}</code>
          </Notice>
        )}
      </div>
      {resolved?.issued && (
        <VerdictSection asked={{ client: clientId, ...given }} resolved={resolved} onAsk={onAsk} />
      )}
      <TokenView title={texts.accessToken} token={token.access_token} note={texts.accessTokenNote} />
      {token.id_token !== undefined && (
        <TokenView title={texts.idToken} token={token.id_token} note={texts.idTokenNote} />
      )}
      {token.refresh_token !== undefined && (
        <TokenView title={texts.refreshToken} token={token.refresh_token} note={texts.refreshTokenNote} />
      )}
    </>
  );
}

/** The explanation is evaluated after the token, and without the address of the browser. */
const isSameDecision = (
  resolved: Extract<Resolved, { readonly issued: true }>,
  token: IssuedToken,
): boolean =>
  resolved.granted
    .map(({ scope }) => scope)
    .toSorted()
    .join(" ") === token.scope.split(" ").toSorted().join(" ");
