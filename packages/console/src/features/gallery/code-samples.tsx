import { useTexts } from "../../texts/use-texts.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Json } from "../../ui/json.tsx";
import { KeyValue } from "../../ui/key-value.tsx";
import { SecretOnce } from "../../ui/secret-once.tsx";
import { Section } from "../../ui/section.tsx";
import { Snippets } from "../../ui/snippets.tsx";
import { snippetsOfCall } from "../../ui/snippets-of-call.ts";
import { Time } from "../../ui/time.tsx";
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
