import { describeCall } from "../../api/call-api.ts";
import { useRead } from "../../api/use-api.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { ErrorNotice } from "../../components/problems/error-notice.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { LinkButton } from "../../ui/button/link-button.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { SkeletonText } from "../../ui/display/skeleton.tsx";
import { Time } from "../../ui/display/time.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { homeTexts } from "./texts.ts";

/** Shows the signing keys, and whether a successor is announced. */
export function KeySummary() {
  const texts = useTexts(homeTexts);
  const { data, error, refetch } = useRead("GET /keys", {});
  const keys = data?.body.items;
  return (
    <Section
      title={texts.keys}
      description={texts.keysHint}
      actions={
        <>
          <ApiCall call={describeCall("GET /keys", {})} />
          <LinkButton size="small" to="/settings/keys">
            {texts.manageKeys}
          </LinkButton>
        </>
      }
      frame="flush"
    >
      {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!error && !keys && (
        <div className="p-4">
          <SkeletonText />
        </div>
      )}
      <ul className="divide-y">
        {keys
          ?.filter(({ stage }) => stage === "current")
          .map((key) => {
            const next = keys.find((one) => one.algorithm === key.algorithm && one.stage === "next");
            return (
              <li key={key.kid} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
                <span className="w-16 font-medium">{key.algorithm}</span>
                <code className="min-w-0 flex-1 truncate text-sm text-muted">{key.kid}</code>
                <span className="text-sm text-muted">
                  {texts.signsSince} <Time at={key.activates_at} />
                </span>
                {next && (
                  <Badge tone="info">
                    {texts.successor} <Time at={next.activates_at} />
                  </Badge>
                )}
              </li>
            );
          })}
      </ul>
    </Section>
  );
}
