import { classNames } from "../class-names.ts";

interface ClampedProps {
  readonly text: string;
  /** For identifiers such as permissions, scopes and keys. */
  readonly code?: boolean;
  readonly className?: string;
}

/**
 * Shows at most two lines of a text, in a width that leaves room for its neighbours, and the full text on hover. A
 * right-to-left name does not affect the text around it.
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
