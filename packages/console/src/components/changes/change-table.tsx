import type { ReactNode } from "react";
import { findWord } from "../../texts/find-word.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { ChangedValue } from "./changed-value.tsx";
import type { Changes } from "./list-differences.ts";
import { changeTexts } from "./texts.ts";

/** The changed members with their values before and after. On a narrow screen each member is a block of its own. */
export function ChangeTable({ changes }: { readonly changes: Changes }) {
  const texts = useTexts(changeTexts);
  const sides = shownSides(changes);
  return (
    <dl aria-label={texts.table} className="divide-y rounded-card border bg-surface">
      {Object.entries(changes).map(([member, change]) => (
        <div key={member} className="grid gap-x-4 gap-y-1 px-3 py-2 md:grid-cols-[10rem_minmax(0,1fr)]">
          <MemberName member={member} />
          <dd
            className={`grid min-w-0 items-start gap-x-4 gap-y-1 ${sides.length > 1 ? "sm:grid-cols-2" : ""}`}
          >
            {change.changed === true ? (
              <span className="text-muted">{texts.hidden}</span>
            ) : (
              sides.map((side) => (
                <Side key={side} label={texts[side]} {...LOOKS[side]}>
                  <SideValue member={member} value={change[side]} length={change[`${side}_length`]} />
                </Side>
              ))
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const LOOKS = {
  before: { mark: "−", tone: "bg-problem-tint" },
  after: { mark: "+", tone: "bg-accent-tint" },
} as const;

/** A creation has no values before it, and a deletion none after it. */
function shownSides(changes: Changes): readonly ("before" | "after")[] {
  const given = Object.values(changes).filter(({ changed }) => changed !== true);
  const sides = (["before", "after"] as const).filter((side) =>
    given.some((change) => change[side] !== undefined || change[`${side}_length`] !== undefined),
  );
  return sides.length === 0 ? ["before", "after"] : sides;
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
