import { usePages } from "../../api/use-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { SkeletonText } from "../../ui/display/skeleton.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { uiTexts } from "../../ui/texts.ts";
import { EventRow } from "../activity/event-row.tsx";
import { ErrorNotice } from "../problems/error-notice.tsx";
import type { HistoryProps } from "./history-props.ts";
import { RestoreButton } from "./restore-button.tsx";
import { historyTexts } from "./texts.ts";
import { type Members, type Version, walkBack } from "./walk-back.ts";

const VERBS = ["created", "updated", "deleted"];

/** Lists the versions of one object with their differences. A user who may change it restores one of them. */
export function History({ kind, id, name, present, readOnly = false, notice }: HistoryProps) {
  const texts = useTexts(historyTexts);
  const { loadMore } = useTexts(uiTexts);
  const pages = usePages("GET /audit", {
    query: { target: `${kind}:${id}`, type: VERBS.map((verb) => `${kind}.${verb}`).join(",") },
  });
  const events = pages.data?.pages.flatMap(({ body }) => body.items);
  const versions = events && walkBack(present?.value as Members | undefined, events);
  // Of a name that never was an object there is nothing to tell.
  if (present === undefined && !versions?.length) return null;
  return (
    <Section title={texts.title} description={texts.description} frame="flush">
      {pages.error && !versions && <ErrorNotice error={pages.error} retry={() => void pages.refetch()} />}
      {!versions && !pages.error && (
        <div className="p-5">
          <SkeletonText lines={6} />
        </div>
      )}
      {versions?.length === 0 && (
        <EmptyState icon="activity" title={texts.nothingTitle}>
          {texts.nothing}
        </EmptyState>
      )}
      {versions && versions.length > 0 && (
        <>
          {notice}
          <ol className="divide-y" aria-label={texts.title}>
            {versions.map((version, index) => (
              <EventRow key={version.event.id} event={version.event}>
                <VersionActions
                  version={version}
                  isCurrent={index === 0 && present !== undefined}
                  of={{ kind, id, name, present, readOnly }}
                />
              </EventRow>
            ))}
          </ol>
        </>
      )}
      {pages.hasNextPage && (
        <div className="border-t px-4 py-2">
          <Button size="small" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {loadMore}
          </Button>
        </div>
      )}
    </Section>
  );
}

interface VersionActionsProps {
  readonly version: Version;
  readonly isCurrent: boolean;
  readonly of: HistoryProps;
}

function VersionActions({ version: { members, unknown }, isCurrent, of }: VersionActionsProps) {
  const texts = useTexts(historyTexts);
  if (isCurrent)
    return (
      <div className="mt-1">
        <Badge tone="good">{texts.current}</Badge>
      </div>
    );
  if (of.readOnly) return null;
  if (unknown !== undefined) return <p className="mt-0.5 text-sm text-muted">{texts.unknown[unknown]}</p>;
  // The event is the deletion: there is nothing to restore to.
  if (members === undefined) return null;
  return <RestoreButton of={of} members={members} />;
}
