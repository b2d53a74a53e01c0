import type { ReactNode } from "react";
import { findWord } from "../../texts/find-word.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { ChangedValue } from "./changed-value.tsx";
import type { Changes } from "./list-differences.ts";
import { changeTexts } from "./texts.ts";

/** The changed members with their values before and after. On a narrow screen each member is a block of its own. */
export function ChangeTable({ changes }: { readonly changes: Changes }) {
  const texts = useTexts(changeTexts);
  return (
    <dl aria-label={texts.table} className="divide-y rounded-card border bg-surface">
      {Object.entries(changes).map(([member, change]) => (
        <div key={member} className="grid gap-x-4 gap-y-1 px-3 py-2 md:grid-cols-[10rem_minmax(0,1fr)]">
          <MemberName member={member} />
          <dd className="grid min-w-0 gap-x-4 gap-y-1 sm:grid-cols-2">
            {change.changed === true ? (
              <span className="text-muted">{texts.hidden}</span>
            ) : (
              <>
                <Side label={texts.before} mark="−" tone="bg-problem-tint">
                  <SideValue member={member} value={change.before} length={change.before_length} />
                </Side>
                <Side label={texts.after} mark="+" tone="bg-accent-tint">
                  <SideValue member={member} value={change.after} length={change.after_length} />
                </Side>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The word of the member, and its name in the API where that differs. */
function MemberName({ member }: { readonly member: string }) {
  const { members } = useTexts(changeTexts);
  const word = findWord(members, member);
  return (
    <dt className="min-w-0">
      {word !== undefined && <span className="block">{word}</span>}
      {word !== member && <code className="text-xs text-muted wrap-anywhere">{member}</code>}
    </dt>
  );
}

interface SideProps {
  readonly label: string;
  readonly mark: string;
  readonly tone: string;
  readonly children: ReactNode;
}

const Side = ({ label, mark, tone, children }: SideProps) => (
  <div className={`flex min-w-0 gap-2 rounded-small px-2 py-0.5 ${tone}`}>
    <span aria-hidden="true" className="font-mono text-muted">
      {mark}
    </span>
    <span className="sr-only">{label}: </span>
    <span className="min-w-0">{children}</span>
  </div>
);

interface SideValueProps {
  readonly member: string;
  readonly value: unknown;
  readonly length: number | undefined;
}

function SideValue({ member, value, length }: SideValueProps) {
  const texts = useTexts(changeTexts);
  if (length !== undefined) return <span className="text-muted">{texts.tooLong(length)}</span>;
  if (value === undefined) return <span className="text-muted">{texts.none}</span>;
  return <ChangedValue member={member} value={value} />;
}
