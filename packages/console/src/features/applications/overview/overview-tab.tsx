import { useTexts } from "../../../texts/use-texts.tsx";
import { Copyable } from "../../../ui/button/copyable.tsx";
import { Snippets } from "../../../ui/display/snippets.tsx";
import { Time } from "../../../ui/display/time.tsx";
import { KeyValue } from "../../../ui/layout/key-value.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { isPublicType } from "../application.ts";
import { useApplication } from "../use-application.ts";
import { endpointsOf } from "./endpoints.ts";
import { quickStart } from "./quick-start/quick-start.ts";
import { Readiness } from "./readiness.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { overviewTexts } from "./texts.ts";
import { useSampleScope } from "./use-sample-scope.ts";

export function OverviewTab() {
  const texts = useTexts(overviewTexts);
  const { application, clientId } = useApplication();
  const scope = useSampleScope(application);
  const endpoints = endpointsOf(location.origin);
  const shown = [
    "issuer",
    "discovery",
    "token",
    ...(application.type === "service" ? [] : (["authorization", "userinfo", "logout"] as const)),
    "jwks",
    ...(isPublicType(application.type) ? [] : (["introspection"] as const)),
    "revocation",
  ] as const;
  return (
    <div className="grid gap-x-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="min-w-0">
        <Section title={texts.start} description={texts.startHint[application.type]}>
          <Snippets snippets={quickStart(application, endpoints, scope)} />
        </Section>
        <Section title={texts.endpoints} description={texts.endpointsHint}>
          <KeyValue
            rows={shown.map((name) => ({ key: texts[name], value: <Copyable text={endpoints[name]} /> }))}
          />
        </Section>
        <Section title={texts.general}>
          <SettingsForm />
        </Section>
      </div>
      <aside className="min-w-0">
        <Section title={texts.ready}>
          <Readiness />
        </Section>
        <Section title={texts.facts}>
          <dl className="grid gap-3">
            {[
              { key: texts.clientId, value: <Copyable text={clientId} /> },
              { key: texts.created, value: <Time at={application.created_at} look="absolute" /> },
              { key: texts.updated, value: <Time at={application.updated_at} /> },
              { key: texts.revision, value: application.version },
            ].map(({ key, value }) => (
              <div key={key}>
                <dt className="text-sm text-muted">{key}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Section>
      </aside>
    </div>
  );
}
