import { useRead } from "../../api/use-api.ts";
import { may } from "../../auth/may.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Section } from "../../ui/layout/section.tsx";
import type { PlaygroundSearch } from "./playground-search.ts";
import type { ResolvedScopes } from "./resolved.ts";
import { playgroundTexts } from "./texts.ts";
import { DecodedParts } from "./token-view.tsx";

interface ExpectedTokenProps {
  readonly asked: PlaygroundSearch;
  readonly resolved: ResolvedScopes;
}

/** Shows the claims that a real token would have. Its times and its `jti` exist only in a real one. */
export function ExpectedToken({ asked, resolved }: ExpectedTokenProps) {
  const texts = useTexts(playgroundTexts);
  const about = useRead("GET /about", {}, { enabled: may("stats.read") });
  const seconds = about.data?.body.lifetimes.access_token_seconds;
  const { resources, scope, expires_at } = resolved;
  const issuer = about.data?.body.issuer ?? location.origin;
  const payload = {
    iss: issuer,
    sub: asked.user ?? asked.client,
    // RFC 9068 §3: the audience is one resource, several, or the issuer if the request names none.
    aud: resources.length === 0 ? issuer : resources.length === 1 ? resources[0] : resources,
    client_id: asked.client,
    scope,
    exp: seconds === undefined ? "…" : texts.exp(seconds, expires_at),
    iat: "…",
    jti: "…",
  };
  return (
    <Section title={texts.expectedToken} description={texts.expectedTokenHint}>
      <div className="grid gap-3">
        <DecodedParts header={{ typ: "…", alg: "…", kid: "…" }} payload={payload} />
      </div>
    </Section>
  );
}
