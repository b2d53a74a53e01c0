import { useTexts } from "../../texts/use-texts.tsx";
import { bulkTexts } from "./texts.ts";

interface BulkProgressProps {
  readonly settled: number;
  /** Undefined if nobody knows how many there are. */
  readonly total?: number | undefined;
  /** Replaces "12 of 40". */
  readonly words?: string;
}

/** Shows how far a run is. Screen readers hear every change of the text, but no faster than they can say it. */
export function BulkProgress({ settled, total, words }: BulkProgressProps) {
  const texts = useTexts(bulkTexts);
  const shown = words ?? texts.progress(settled, total ?? settled);
  return (
    <div className="grid gap-2">
      <progress
        className="h-2 w-full accent-accent-ink"
        aria-label={shown}
        {...(total !== undefined && { value: settled, max: Math.max(total, 1) })}
      />
      <p role="status" className="text-muted tabular-nums">
        {shown}
      </p>
    </div>
  );
}
