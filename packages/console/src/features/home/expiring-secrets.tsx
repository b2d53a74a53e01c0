import { describeCall } from "../../api/call-api.ts";
import { useRead } from "../../api/use-api.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { ErrorNotice } from "../../components/problems/error-notice.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { SkeletonText } from "../../ui/display/skeleton.tsx";
import { Time } from "../../ui/display/time.tsx";
import { useNow } from "../../ui/display/use-now.ts";
import { Icon } from "../../ui/icons.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { homeTexts } from "./texts.ts";

const WITHIN_DAYS = 30;
const SOON_MILLISECONDS = 7 * 86_400_000;
const given = { query: { within_days: WITHIN_DAYS, limit: 6 } };

/** Lists the secrets that expire soon unless an administrator rotates them. */
export function ExpiringSecrets() {
  const texts = useTexts(homeTexts);
  const now = useNow();
  const { data, error, refetch } = useRead("GET /secrets:expiring", given);
  const secrets = data?.body.items;
  return (
    <Section
      title={texts.expiringSecrets}
      description={texts.expiringSecretsHint(WITHIN_DAYS)}
      actions={<ApiCall call={describeCall("GET /secrets:expiring", given)} />}
      frame="flush"
    >
      {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!error && !secrets && (
        <div className="p-4">
          <SkeletonText />
        </div>
      )}
      {secrets?.length === 0 && (
        <p className="flex items-center gap-2 px-4 py-5 text-muted">
          <Icon name="check" className="size-5 text-accent-ink" /> {texts.noneExpires}
        </p>
      )}
      <ul className="divide-y">
        {secrets?.map((secret) => (
          <li key={secret.id} className="flex items-center gap-3 px-4 py-2.5">
            <Icon name="key" className="size-4 text-muted" />
            <span className="min-w-0 flex-1">
              <PlaceLink
                place={{ to: "/applications/$clientId/credentials", params: { clientId: secret.client_id } }}
                className="font-medium hover:underline"
              >
                {secret.access_key ?? secret.client_id}
              </PlaceLink>
              <span className="ms-2 text-sm text-muted">
                {secret.access_key !== undefined && `${secret.client_id} · `}
                <code>…{secret.hint}</code>
              </span>
            </span>
            <Badge
              tone={Date.parse(secret.expires_at) - now.getTime() < SOON_MILLISECONDS ? "bad" : "warning"}
            >
              <Time at={secret.expires_at} />
            </Badge>
          </li>
        ))}
      </ul>
    </Section>
  );
}
