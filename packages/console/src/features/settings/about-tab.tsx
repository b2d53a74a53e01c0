import { type AnswerOf, describeCall } from "../../api/call-api.ts";
import { useRead } from "../../api/use-api.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { NodeList } from "../../components/nodes/node-list.tsx";
import { ErrorNotice } from "../../components/problems/error-notice.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Copyable } from "../../ui/button/copyable.tsx";
import { Skeleton } from "../../ui/display/skeleton.tsx";
import { KeyValue, type KeyValueRow } from "../../ui/layout/key-value.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { useDocumentTitle } from "../../ui/layout/use-document-title.ts";
import { settingsTexts } from "./texts.ts";

const ENDPOINTS = {
  discovery: "/.well-known/openid-configuration",
  token: "/oidc/token",
  authorization: "/oidc/auth",
  introspection: "/oidc/introspect",
  jwks: "/oidc/jwks",
  api: "/api/v1",
  openapi: "/api/v1/openapi.json",
  authzen: "/.well-known/authzen-configuration",
} as const;

/** The address of the metrics where it is that of this server, and otherwise why it is not. */
function describeMetrics(
  { issuer, metrics }: Pick<AnswerOf<"GET /about">, "issuer" | "metrics">,
  texts: (typeof settingsTexts)["en"],
): Omit<KeyValueRow, "key"> {
  const hint = texts.metricsAccess[metrics.access];
  if (metrics.access === "off") return { value: texts.metricsOff, hint };
  if (metrics.own_listener) return { value: texts.metricsElsewhere, hint };
  return { value: <Copyable text={`${issuer}/metrics`} />, hint };
}

/** Shows the version of this server and the endpoints for clients. */
export function AboutTab() {
  const texts = useTexts(settingsTexts);
  useDocumentTitle(texts.tabs.about);
  const { data, error, refetch } = useRead("GET /about", {});
  const about = data?.body;
  const issuer = about?.issuer ?? location.origin;
  return (
    <>
      <Section title={texts.installation} actions={<ApiCall call={describeCall("GET /about", {})} />}>
        {error && !data ? (
          <ErrorNotice error={error} retry={() => void refetch()} />
        ) : (
          <KeyValue
            rows={[
              { key: texts.version, value: about?.version ?? <Skeleton /> },
              {
                key: texts.issuer,
                value: about ? <Copyable text={about.issuer} /> : <Skeleton />,
                hint: texts.issuerHint,
              },
              { key: texts.engine, value: about ? texts.engines[about.engine] : <Skeleton /> },
            ]}
          />
        )}
      </Section>
      <Section title={texts.endpoints} description={texts.endpointsHint}>
        <KeyValue
          rows={[
            ...Object.entries(ENDPOINTS).map(([name, path]) => ({
              key: texts.endpointNames[name as keyof typeof ENDPOINTS],
              value: <Copyable text={issuer + path} />,
            })),
            ...(about ? [{ key: texts.metrics, ...describeMetrics(about, texts) }] : []),
          ]}
        />
      </Section>
      <NodeList />
    </>
  );
}
