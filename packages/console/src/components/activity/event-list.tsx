import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Skeleton } from "../../ui/display/skeleton.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { uiTexts } from "../../ui/texts.ts";
import { ErrorNotice } from "../problems/error-notice.tsx";
import { EventRow } from "./event-row.tsx";
import { activityTexts } from "./texts.ts";
import type { useAuditLog } from "./use-audit-log.ts";

interface EventListProps {
  readonly log: ReturnType<typeof useAuditLog>;
  /** Shown when no event matches. */
  readonly empty: ReactNode;
}

/** Lists audit events, newest first. Events that arrive while the page is open appear when the user asks for them. */
export function EventList({ log: { events, newIds, waiting, reveal, pages }, empty }: EventListProps) {
  const texts = useTexts(activityTexts);
  const { loadMore, shown, allShown } = useTexts(uiTexts);
  return (
    <>
      <div className="pointer-events-none sticky top-16 z-20 flex h-0 justify-center" aria-live="polite">
        {waiting.count > 0 && (
          <Button
            kind="primary"
            size="small"
            className="pointer-events-auto -mt-1 rounded-full! shadow-popup"
            onClick={() => {
              reveal();
              window.scrollTo({ top: 0 });
            }}
          >
            <Icon name="refresh" /> {texts.newEvents(waiting.count, waiting.tooMany)}
          </Button>
        )}
      </div>
      {pages.error && !events && <ErrorNotice error={pages.error} retry={() => void pages.refetch()} />}
      {!events && !pages.error && <RowSkeletons />}
      {events?.length === 0 && <Card flush>{empty}</Card>}
      {events && events.length > 0 && (
        <>
          <Card flush>
            <ol className="divide-y" aria-label={texts.activity}>
              {events.map((event) => (
                <EventRow key={event.id} event={event} isNew={newIds.has(event.id)} />
              ))}
            </ol>
          </Card>
          <div className="flex min-h-9 items-center justify-between gap-3 px-1 pt-2 text-sm text-muted">
            <span aria-live="polite">
              {pages.hasNextPage ? shown(events.length) : allShown(events.length)}
            </span>
            {pages.hasNextPage && (
              <Button
                size="small"
                loading={pages.isFetchingNextPage}
                onClick={() => void pages.fetchNextPage()}
              >
                {loadMore}
              </Button>
            )}
          </div>
        </>
      )}
    </>
  );
}

const SKELETON_ROWS = 10;

function RowSkeletons() {
  return (
    <Card flush>
      <ul className="divide-y" aria-hidden="true">
        {Array.from({ length: SKELETON_ROWS }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike.
          <li key={row} className="flex items-center gap-3 px-4 py-3.5">
            <Skeleton className="size-7 rounded-full!" />
            <Skeleton className="h-4 w-2/3" />
          </li>
        ))}
      </ul>
    </Card>
  );
}
