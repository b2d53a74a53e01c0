import { CopyButton } from "./copy-button.tsx";

/** Shows an identifier in full, with a copy button. */
export function Copyable({ text, label }: { readonly text: string; readonly label?: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-0.5">
      <code className="min-w-0">{text}</code>
      <CopyButton text={text} {...(label !== undefined && { label })} />
    </span>
  );
}
