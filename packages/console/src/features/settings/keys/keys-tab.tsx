import { useState } from "react";
import { describeCall } from "../../../api/call-api.ts";
import { useRead } from "../../../api/use-api.ts";
import { may } from "../../../auth/may.ts";
import { ApiCall } from "../../../components/api-call/api-call.tsx";
import { ErrorNotice } from "../../../components/problems/error-notice.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Copyable } from "../../../ui/button/copyable.tsx";
import { Skeleton } from "../../../ui/display/skeleton.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { useDocumentTitle } from "../../../ui/layout/use-document-title.ts";
import { KeyTimeline } from "./key-timeline.tsx";
import { RotateDialog } from "./rotate-dialog.tsx";
import { ALGORITHMS, type Algorithm } from "./signing-key.ts";
import { keysTexts } from "./texts.ts";

const READ_EVERY_MILLISECONDS = 20_000;

/** The signing keys of each algorithm as a timeline, with rotation. */
export function KeysTab() {
  const texts = useTexts(keysTexts);
  useDocumentTitle(texts.keys);
  const [rotating, setRotating] = useState<Algorithm | undefined>(undefined);
  const { data, error, refetch } = useRead("GET /keys", {}, { everyMilliseconds: READ_EVERY_MILLISECONDS });
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="max-w-prose text-muted">
          {texts.explanation} <Copyable text={`${location.origin}/oidc/jwks`} />
        </p>
        <ApiCall call={describeCall("GET /keys", {})} />
      </div>
      {ALGORITHMS.map((algorithm) => {
        const keys = data?.body.items.filter((key) => key.algorithm === algorithm && key.stage !== "gone");
        return (
          <Section
            key={algorithm}
            title={algorithm}
            description={texts.uses[algorithm]}
            actions={
              may("keys.write") && (
                <Button size="small" icon="refresh" disabled={!data} onClick={() => setRotating(algorithm)}>
                  {texts.rotate}
                </Button>
              )
            }
          >
            {keys === undefined ? (
              <Skeleton className="h-25 w-full" />
            ) : (
              <KeyTimeline keys={keys} label={texts.timelineOf(algorithm)} />
            )}
          </Section>
        );
      })}
      <RotateDialog algorithm={rotating} onClose={() => setRotating(undefined)} />
    </>
  );
}
