import { describeCall } from "../../../api/call-api.ts";
import { snippetsOfCall } from "../../../components/api-call/snippets-of-call.ts";
import { useShown } from "../../../components/pages/entity-context.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Copyable } from "../../../ui/button/copyable.tsx";
import { CodeBlock } from "../../../ui/display/code-block.tsx";
import { Snippets } from "../../../ui/display/snippets.tsx";
import { KeyValue } from "../../../ui/layout/key-value.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { DEFAULT_ALGORITHM, DEFAULT_TOKEN_TYPE } from "../resource.ts";
import { protectSnippets } from "./protect-snippets.ts";
import { connectTexts } from "./texts.ts";
import { introspectSnippet, verifySnippets } from "./verify-snippets.ts";

/** Shows how the resource server verifies a token. */
export function ConnectTab() {
  const texts = useTexts(connectTexts);
  const resource = useShown("resource").value;
  const { name, signing_alg = DEFAULT_ALGORITHM, access_token_type = DEFAULT_TOKEN_TYPE } = resource;
  const permission = `${name}:${Object.keys(resource.actions)[0] ?? "read"}`;
  const server = {
    issuer: location.origin,
    audience: resource.identifier,
    algorithm: signing_alg,
    tokenType: access_token_type,
    permission,
  };
  const asked = describeCall("POST /check", { body: { subject: "user:alice", permission } });
  return (
    <>
      <Section title={texts.factsTitle} description={texts.factsHint}>
        <KeyValue
          rows={[
            { key: texts.issuer, value: <Copyable text={server.issuer} /> },
            { key: texts.audience, value: <Copyable text={server.audience} /> },
            { key: texts.keys, value: <Copyable text={`${server.issuer}/oidc/jwks`} /> },
            { key: texts.algorithm, value: <code>{signing_alg}</code> },
            {
              key: texts.type,
              value: <code>{access_token_type}</code>,
              ...(access_token_type === "JWT" && { hint: texts.typeHint }),
            },
          ]}
        />
      </Section>
      <Section title={texts.protectTitle} description={texts.protectHint} frame="bare">
        <Snippets snippets={protectSnippets(server)} />
      </Section>
      <Section title={texts.verifyTitle} description={texts.verifyHint} frame="bare">
        <Snippets snippets={verifySnippets(server)} />
      </Section>
      <Section title={texts.introspectTitle} description={texts.introspectHint(name)} frame="bare">
        <CodeBlock code={introspectSnippet(server)} />
      </Section>
      <Section title={texts.checkTitle} description={texts.checkHint} frame="bare">
        <Snippets snippets={snippetsOfCall(asked, server.issuer)} />
      </Section>
    </>
  );
}
