import { useTexts } from "../../texts/use-texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Section } from "../../ui/section.tsx";
import { Time } from "../../ui/time.tsx";
import type { NearMiss } from "./question.ts";
import { checkTexts } from "./texts.ts";
import { WaySteps } from "./way-steps.tsx";

/** What names the permission and does not grant it here and now, and what is in the way. */
export function NearMisses({ misses }: { readonly misses: readonly NearMiss[] }) {
  const texts = useTexts(checkTexts);
  return (
    <Section title={texts.nearMisses} description={texts.nearMissesHint} frame="bare">
      <ul className="grid gap-3 xl:grid-cols-2">
        {misses.map((miss) => (
          <li key={`${miss.assignment.id} ${miss.roles.join(" ")} ${miss.grant}`}>
            <Card className="grid h-full content-start gap-3">
              <Obstacles miss={miss} />
              <WaySteps way={miss} />
            </Card>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Obstacles({ miss }: { readonly miss: NearMiss }) {
  const texts = useTexts(checkTexts);
  return (
    <div className="flex flex-wrap gap-1.5">
      {miss.obstacles.map((obstacle) => {
        if (obstacle.kind === "expired")
          return (
            <Badge key="expired" tone="warning" icon="clock">
              {texts.obstacles.expired} <Time at={obstacle.expired_at} />
            </Badge>
          );
        if (obstacle.kind === "elsewhere")
          return (
            <Badge key="elsewhere" tone="warning" icon="resource">
              {texts.obstacles.elsewhere(obstacle.at)}
            </Badge>
          );
        return (
          <Badge key={obstacle.condition.source} tone="bad" icon="code">
            {obstacle.condition.outcome === "missing" ? texts.obstacles.missing : texts.obstacles.condition}
          </Badge>
        );
      })}
    </div>
  );
}
