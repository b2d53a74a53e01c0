import { CopyButton } from "./copy-button.tsx";

/** An identifier, whole, with a button that copies it. */
export function Copyable({ text, label }: { readonly text: string; readonly label?: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-0.5">
      <code className="min-w-0">{text}</code>
      <CopyButton text={text} {...(label !== undefined && { label })} />
    </span>
  );
}
