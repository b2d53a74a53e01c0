/** Reserves the space of a text that is loading, so that the layout does not shift. */
export function Skeleton({ className = "h-4 w-32" }: { readonly className?: string }) {
  return <span aria-hidden="true" className={`block animate-pulse rounded-small bg-hover ${className}`} />;
}

/** Reserves the space of several lines of text. */
export function SkeletonText({ lines = 3 }: { readonly lines?: number }) {
  const widths = ["w-11/12", "w-full", "w-3/4", "w-5/6"];
  return (
    <span className="grid gap-2.5 py-1">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike.
        <Skeleton key={line} className={`h-3.5 ${widths[line % widths.length]}`} />
      ))}
    </span>
  );
}
