import { snippetsOfCall } from "../../components/api-call/snippets-of-call.ts";
import { SecretOnce } from "../../components/forms/secret-once.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { CopyButton } from "../../ui/button/copy-button.tsx";
import { CodeBlock } from "../../ui/display/code-block.tsx";
import { Json } from "../../ui/display/json.tsx";
import { Snippets } from "../../ui/display/snippets.tsx";
import { Time } from "../../ui/display/time.tsx";
import { KeyValue } from "../../ui/layout/key-value.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { galleryTexts } from "./texts.ts";

const CALL = {
  method: "POST",
  path: "/api/v1/check",
  headers: { "content-type": "application/json" },
  body: { subject: "user:alice", permission: "orders:read", trace: true },
};

export function CodeSamples() {
  const texts = useTexts(galleryTexts);
  return (
    <Section title={texts.secrets}>
      <div className="grid gap-6 md:grid-cols-2">
        <SecretOnce
          fileName="reports"
          values={[
            { name: "LICET_CLIENT_ID", label: "Client ID", value: "reports" },
            {
              name: "LICET_CLIENT_SECRET",
              label: "Client secret",
              value: "lsk_a-sample-that-opens-nothing-000000000000",
            },
          ]}
          onStored={() => undefined}
        />
        <Json
          value={{
            allowed: true,
            via: { role: "clerk", path: ["user:alice", "group:support"] },
            revision: 42,
            when: null,
          }}
        />
        <Snippets snippets={snippetsOfCall(CALL, "https://licet.example.test")} />
        <CodeBlock
          title="licet.yaml"
          code={"roles:\n  - name: clerk\n    inherits: [viewer]\n    grants: [orders:read]\n"}
        />
        <KeyValue
          rows={[
            { key: texts.name, value: "Nightly reports" },
            { key: "Client ID", value: <code>reports</code>, hint: texts.nameHint },
            { key: texts.lastSeen, value: <Time at={new Date(Date.now() - 7_200_000).toISOString()} /> },
            { key: texts.expires, value: <Time at={undefined} /> },
          ]}
        />
        <div>
          <CopyButton text="licet" look="button" />
        </div>
      </div>
    </Section>
  );
}
