import { classNames } from "../class-names.ts";

interface ClampedProps {
  readonly text: string;
  /** For names of code: permissions, scopes, keys. */
  readonly code?: boolean;
  readonly className?: string;
}

/**
 * Two lines of a text at most, in a width that leaves room for its neighbours; all of it where it is pointed at. A name
 * in another writing turns nothing around it.
 */
export function Clamped({ text, code = false, className = "max-w-40 xl:max-w-80" }: ClampedProps) {
  const classes = classNames("line-clamp-2 wrap-break-word", className);
  return code ? (
    <code dir="auto" title={text} className={classes}>
      {text}
    </code>
  ) : (
    <bdi title={text} className={classes}>
      {text}
    </bdi>
  );
}
