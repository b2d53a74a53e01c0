import { useEffect, useState } from "react";
import { generatePkcePair, generateRandomText } from "../../../auth/pkce.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { buttonClasses } from "../../../ui/button/button-classes.ts";
import { CodeBlock } from "../../../ui/display/code-block.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { useApplication } from "../application-context.ts";
import { tryTexts } from "./texts.ts";

/** A link that starts the real sign-in of this application, as its users see it. */
export function TrySignIn({ scope }: { readonly scope: string }) {
  const texts = useTexts(tryTexts);
  const { application, clientId } = useApplication();
  const redirectUri = application.redirect_uris?.[0];
  const [proof, setProof] = useState<{ readonly challenge: string; readonly state: string }>();
  useEffect(() => {
    void generatePkcePair().then(({ challenge }) => setProof({ challenge, state: generateRandomText() }));
  }, []);
  if (redirectUri === undefined)
    return (
      <Section title={texts.signIn}>
        <p className="text-muted">{texts.noRedirect}</p>
      </Section>
    );
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    redirect_uri: redirectUri,
    scope: ["openid", ...scope.split(" ").filter((item) => item !== "openid" && item !== "")].join(" "),
    ...(proof && { state: proof.state, code_challenge: proof.challenge, code_challenge_method: "S256" }),
  });
  const address = `${location.origin}/oidc/auth?${query}`;
  return (
    <Section
      title={texts.signIn}
      description={texts.signInHint}
      actions={
        <a
          className={buttonClasses("secondary", "medium")}
          href={address}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Icon name="external" />
          {texts.signInOpen}
        </a>
      }
    >
      <div className="grid gap-2">
        <CodeBlock code={address} />
        <p className="text-sm text-muted">{texts.pkceNote}</p>
      </div>
    </Section>
  );
}
