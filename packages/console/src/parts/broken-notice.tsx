import { useTexts } from "../texts/use-texts.tsx";
import { Button } from "../ui/button/button.tsx";
import { Notice } from "../ui/display/notice.tsx";
import { PartNotLoadedError } from "./part-not-loaded-error.ts";
import { partsTexts } from "./texts.ts";

interface BrokenNoticeProps {
  readonly error: unknown;
  retry(): void;
}

/** Replaces a part of the page that failed to load or threw while rendering. */
export function BrokenNotice({ error, retry }: BrokenNoticeProps) {
  const texts = useTexts(partsTexts);
  const reason = error instanceof PartNotLoadedError ? error.reason : undefined;
  return (
    <Notice
      tone={reason === "new_version" ? "warning" : "bad"}
      live
      title={reason === undefined ? texts.broken : texts.notLoaded}
    >
      <p>{reason === undefined ? texts.brokenHint : texts.reasons[reason]}</p>
      {reason === undefined && error instanceof Error && (
        <p className="mt-1">
          <code className="break-words select-all">{error.message}</code>
        </p>
      )}
      <p className="mt-3 flex flex-wrap gap-2">
        <Button size="small" icon="refresh" onClick={retry}>
          {texts.retry}
        </Button>
        {/* Without a connection a reload would show the browser's error page. */}
        {reason !== "unreachable" && (
          <Button size="small" onClick={() => location.reload()}>
            {texts.reload}
          </Button>
        )}
      </p>
    </Notice>
  );
}
