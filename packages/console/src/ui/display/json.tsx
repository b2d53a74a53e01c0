import { useState } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { CopyButton } from "../button/copy-button.tsx";
import { uiTexts } from "../texts.ts";

interface JsonProps {
  readonly value: unknown;
  /** The number of levels that are open at first. */
  readonly open?: number;
}

/** Shows a formatted JSON value with collapsible levels. */
export function Json({ value, open = 2 }: JsonProps) {
  return (
    <div className="relative min-w-0 rounded-control border bg-inset">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which must work by keyboard, too (WCAG 2.1.1). */}
      <div className="max-h-120 overflow-auto p-3 pe-11 font-mono text-xs leading-5" tabIndex={0}>
        <Value value={value} open={open} />
      </div>
      <span className="absolute end-1.5 top-1.5">
        <CopyButton text={JSON.stringify(value, null, 2) ?? ""} />
      </span>
    </div>
  );
}

function Value({ value, open }: { readonly value: unknown; readonly open: number }) {
  if (typeof value === "string")
    return <span className="break-words text-accent-ink">{JSON.stringify(value)}</span>;
  if (typeof value !== "object" || value === null)
    return <span className="text-notice">{String(value)}</span>;
  const brackets = Array.isArray(value) ? "[]" : "{}";
  if (Object.keys(value).length === 0) return brackets;
  return <Members value={value} brackets={brackets} open={open} />;
}

interface MembersProps {
  readonly value: object;
  readonly brackets: string;
  readonly open: number;
}

function Members({ value, brackets, open }: MembersProps) {
  const texts = useTexts(uiTexts);
  const [isOpen, setIsOpen] = useState(open > 0);
  const entries = Object.entries(value);
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        className="rounded-small hover:bg-hover"
        onClick={() => setIsOpen(!isOpen)}
      >
        {brackets[0]}
        {!isOpen && <span className="px-1 text-muted">{texts.folded(entries.length)}</span>}
        {!isOpen && brackets[1]}
      </button>
      {isOpen && (
        <>
          <ul className="ms-1 border-s ps-3.5">
            {entries.map(([name, member]) => (
              <li key={name}>
                {!Array.isArray(value) && <span className="text-muted">{JSON.stringify(name)}: </span>}
                <Value value={member} open={open - 1} />
              </li>
            ))}
          </ul>
          {brackets[1]}
        </>
      )}
    </>
  );
}
