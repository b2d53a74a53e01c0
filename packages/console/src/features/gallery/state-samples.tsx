import { ApiProblem } from "../../api/problem.ts";
import { ConnectionError } from "../../auth/connection-error.ts";
import { ErrorNotice } from "../../components/problems/error-notice.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { Chip } from "../../ui/display/chip.tsx";
import { Notice } from "../../ui/display/notice.tsx";
import { SkeletonText } from "../../ui/display/skeleton.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { galleryTexts } from "./texts.ts";

const PROBLEM = new ApiProblem({
  type: "urn:licet:problem:invalid_input",
  title: "Some of the input is not valid",
  status: 400,
  detail: "Correct the named parts and send it again.",
  request_id: "req_01jc5x8e",
  errors: [
    {
      pointer: "/grants/0/when",
      detail: "unknown name: subjekt (line 1, column 1)",
      code: "invalid_condition",
      line: 1,
      column: 1,
      message: "unknown name: subjekt",
    },
  ],
});

export function StateSamples() {
  const texts = useTexts(galleryTexts);
  return (
    <Section title={texts.states} frame="bare">
      <div className="grid gap-3 md:grid-cols-2">
        <Card>
          <div className="flex flex-wrap gap-2">
            <Badge>{texts.blocked}</Badge>
            <Badge tone="good" icon="tick">
              {texts.active}
            </Badge>
            <Badge tone="bad" icon="cross">
              {texts.refused}
            </Badge>
            <Badge tone="warning">{texts.expires}</Badge>
            <Badge tone="info">{texts.details}</Badge>
            <Chip code>orders:read</Chip>
            <Chip code onRemove={() => undefined}>
              orders:write
            </Chip>
            <Chip icon="role" place={{ to: "/roles" }}>
              clerk
            </Chip>
          </div>
          <SkeletonText />
        </Card>
        <div className="grid content-start gap-3">
          <Notice title={texts.expires}>{texts.enabledDetail}</Notice>
          <Notice tone="warning">{texts.enabledDetail}</Notice>
          <Notice tone="good">{texts.granted}</Notice>
        </div>
        <ErrorNotice error={PROBLEM} retry={() => undefined} />
        <ErrorNotice error={new ConnectionError("away")} title={texts.nameError} retry={() => undefined} />
        <Card flush className="md:col-span-2">
          <EmptyState
            icon="role"
            title={texts.empty}
            action={
              <Button kind="primary" icon="plus">
                {texts.create}
              </Button>
            }
          >
            {texts.emptyHint}
          </EmptyState>
        </Card>
      </div>
    </Section>
  );
}
