import { CopyButton } from "../button/copy-button.tsx";

interface CodeBlockProps {
  readonly code: string;
  /** The title above the code: the name of a file, or a description. */
  readonly title?: string;
}

export function CodeBlock({ code, title }: CodeBlockProps) {
  return (
    <figure className="relative min-w-0 rounded-control border bg-inset">
      {title !== undefined && (
        <figcaption className="border-b px-3 py-1.5 text-sm text-muted">{title}</figcaption>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, which must work by keyboard, too (WCAG 2.1.1). */}
      <pre className="max-h-140 overflow-auto p-3 pe-11 text-sm leading-5" tabIndex={0}>
        <code className="text-xs [overflow-wrap:normal]">{code}</code>
      </pre>
      {/* The button is opaque, because a long line continues beneath it. */}
      <span
        className={`absolute end-0 rounded-control bg-inset p-1.5 ${title === undefined ? "top-0" : "top-8.5"}`}
      >
        <CopyButton text={code} />
      </span>
    </figure>
  );
}
