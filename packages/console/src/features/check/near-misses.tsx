import { useTexts } from "../../texts/use-texts.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { Time } from "../../ui/display/time.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { GrantPathSteps } from "./grant-path-steps.tsx";
import type { NearMiss } from "./question.ts";
import { checkTexts } from "./texts.ts";

/** Lists the near misses: assignments that name the permission but do not grant it here, and why. */
export function NearMisses({ misses }: { readonly misses: readonly NearMiss[] }) {
  const texts = useTexts(checkTexts);
  return (
    <Section title={texts.nearMisses} description={texts.nearMissesHint} frame="bare">
      <ul className="grid gap-3 xl:grid-cols-2">
        {misses.map((miss) => (
          <li key={`${miss.assignment.id} ${miss.roles.join(" ")} ${miss.grant}`}>
            <Card className="grid h-full content-start gap-3">
              <Blockers miss={miss} />
              <GrantPathSteps path={miss} />
            </Card>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Blockers({ miss }: { readonly miss: NearMiss }) {
  const texts = useTexts(checkTexts);
  return (
    <div className="flex flex-wrap gap-1.5">
      {miss.blocked_by.map((blocker) => {
        if (blocker.kind === "expired")
          return (
            <Badge key="expired" tone="warning" icon="clock">
              {texts.blockedBy.expired} <Time at={blocker.expired_at} />
            </Badge>
          );
        if (blocker.kind === "other_instance")
          return (
            <Badge key="other_instance" tone="warning" icon="resource">
              {texts.blockedBy.otherInstance(blocker.at)}
            </Badge>
          );
        return (
          <Badge key={blocker.condition.source} tone="bad" icon="code">
            {blocker.condition.outcome === "missing" ? texts.blockedBy.missing : texts.blockedBy.condition}
          </Badge>
        );
      })}
    </div>
  );
}
