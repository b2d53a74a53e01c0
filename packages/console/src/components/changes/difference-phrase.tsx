import type { ReactNode } from "react";
import { findWord } from "../../texts/find-word.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Phrase } from "../../ui/display/phrase.tsx";
import { ChangedValue } from "./changed-value.tsx";
import type { Difference } from "./list-differences.ts";
import { changeTexts } from "./texts.ts";

type Parts = Readonly<Record<string, ReactNode>>;

interface DifferencesProps {
  readonly differences: readonly Difference[];
  /** The actor, the kind and the target: the first difference begins the sentence with them. Absent: it continues one. */
  readonly subject?: Parts;
}

/** More differences would make the sentence too long to read; the details have all. */
const TOLD = 3;

/** Tells differences as one sentence. */
export function Differences({ differences, subject }: DifferencesProps) {
  const texts = useTexts(changeTexts);
  const told = differences.slice(0, TOLD);
  const others = differences.length - told.length;
  return (
    <>
      {told.map((difference, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the differences keep their order.
        <span key={index}>
          {index > 0 && texts.separator}
          <DifferencePhrase difference={difference} subject={index === 0 ? subject : undefined} />
        </span>
      ))}
      {others > 0 && (
        <span className="text-muted">
          {texts.separator}
          {texts.others(others)}
        </span>
      )}
    </>
  );
}

interface DifferencePhraseProps {
  readonly difference: Difference;
  readonly subject: Parts | undefined;
}

function DifferencePhrase({ difference, subject }: DifferencePhraseProps) {
  const texts = useTexts(changeTexts);
  const { member, key } = difference;
  const values: Readonly<Record<string, unknown>> = difference;
  const show = (name: "before" | "after" | "item") =>
    name in values && <ChangedValue member={member} value={values[name]} inline />;
  const parts: Parts = {
    ...subject,
    member: (
      <>
        {findWord(texts.members, member) ?? <code className="text-sm">{member}</code>}
        {key !== undefined && <code className="text-sm wrap-anywhere"> {key}</code>}
      </>
    ),
    before: show("before"),
    after: show("after"),
    item: show("item"),
  };
  const templates = subject === undefined ? texts.more : texts.lead;
  return <Phrase text={templates[templateOf(difference)]} parts={parts} />;
}

/** Disabling a user or an application has a verb of its own. */
function templateOf({ how, member }: Difference): keyof (typeof changeTexts)["en"]["lead"] {
  if (member !== "enabled") return how;
  return how === "on" ? "enabled" : how === "off" ? "disabled" : how;
}
