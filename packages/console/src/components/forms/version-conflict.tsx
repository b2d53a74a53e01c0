import { useEffect, useState } from "react";
import { findDifference, mergeLists } from "../../api/merge-lists.ts";
import type { MemberConflict } from "../../api/merge-members.ts";
import type { Changes } from "../../api/use-form-draft.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { uiTexts } from "../../ui/texts.ts";
import { RadioCards } from "../fields/radio-cards.tsx";

interface VersionConflictProps<Part extends object> {
  /** Undefined closes the dialog. */
  readonly conflicts: readonly MemberConflict<Part>[] | undefined;
  /** The labels of the members in the form. */
  readonly labels: Readonly<Record<keyof Part, string>>;
  readonly saving: boolean;
  onResolve(chosen: Changes<Part>): void;
  /** Closes the dialog without a choice. */
  postpone(): void;
}

type Versions = Omit<MemberConflict<object>, "member">;
type Choice = "mine" | "theirs" | "both";

/**
 * Another user saved first (412). The dialog lists the members that both changed, and the user chooses a value for
 * each.
 */
export function VersionConflict<Part extends object>(props: VersionConflictProps<Part>) {
  const { conflicts = [], labels, saving, onResolve, postpone } = props;
  const texts = useTexts(uiTexts);
  const [choices, setChoices] = useState<{ readonly [Member in keyof Part]?: Choice }>({});
  const isOpen = props.conflicts !== undefined;
  useEffect(() => {
    if (isOpen) setChoices({});
  }, [isOpen]);
  const resolve = () =>
    onResolve(
      Object.fromEntries(
        conflicts.map((conflict) => [conflict.member, chooseValue(conflict, choices[conflict.member])]),
      ) as Changes<Part>,
    );
  return (
    <Dialog
      open={isOpen}
      onClose={postpone}
      title={texts.conflictTitle}
      description={texts.conflictHint}
      size="large"
      footer={
        <>
          <Button onClick={postpone}>{texts.backToForm}</Button>
          <Button
            kind="primary"
            loading={saving}
            disabled={conflicts.some(({ member }) => choices[member] === undefined)}
            onClick={resolve}
          >
            {texts.saveChosen}
          </Button>
        </>
      }
    >
      {conflicts.map((conflict) => (
        <MemberChoice
          key={String(conflict.member)}
          label={labels[conflict.member]}
          conflict={conflict}
          choice={choices[conflict.member]}
          onChoose={(choice) => setChoices((before) => ({ ...before, [conflict.member]: choice }))}
        />
      ))}
    </Dialog>
  );
}

interface MemberChoiceProps<Part> {
  readonly label: string;
  readonly conflict: MemberConflict<Part>;
  readonly choice: Choice | undefined;
  onChoose(choice: Choice): void;
}

function MemberChoice<Part>({ label, conflict, choice, onChoose }: MemberChoiceProps<Part>) {
  const texts = useTexts(uiTexts);
  const both = mergeBoth(conflict);
  const isList = itemsOf(conflict.base) !== undefined;
  const detail = (value: unknown) => <Version base={conflict.base} value={value} />;
  return (
    <RadioCards<Choice>
      legend={label}
      hint={isList ? undefined : texts.conflictBefore(formatValue(conflict.base))}
      value={choice}
      onChange={onChoose}
      cards={[
        { value: "mine", title: texts.mine, detail: detail(conflict.mine) },
        { value: "theirs", title: texts.theirs, detail: detail(conflict.theirs) },
        ...(both === undefined ? [] : [{ value: "both", title: texts.both, detail: detail(both) } as const]),
      ]}
    />
  );
}

/** Shows a value; for a list, only the differences from the base. */
function Version({ base, value }: { readonly base: unknown; readonly value: unknown }) {
  const texts = useTexts(uiTexts);
  const [before, after] = [itemsOf(base), itemsOf(value)];
  if (!before || !after)
    return <span className="block break-words whitespace-pre-wrap text-ink">{formatValue(value)}</span>;
  const { added, removed } = findDifference(before, after);
  if (added.length + removed.length === 0) return texts.conflictOrder;
  return (
    <>
      {added.map((item) => (
        <Item
          key={formatValue(item)}
          icon="plus"
          label={texts.conflictAdded}
          className="text-accent-ink"
          item={item}
        />
      ))}
      {removed.map((item) => (
        <Item
          key={formatValue(item)}
          icon="cross"
          label={texts.conflictRemoved}
          className="text-problem"
          item={item}
        />
      ))}
    </>
  );
}

interface ItemProps {
  readonly icon: "plus" | "cross";
  readonly label: string;
  readonly className: string;
  readonly item: unknown;
}

const Item = ({ icon, label, className, item }: ItemProps) => (
  <span className="flex items-start gap-1.5">
    <Icon name={icon} className={`mt-0.5 size-4 shrink-0 ${className}`} />
    <span className={`shrink-0 ${className}`}>{label}</span>
    <code className="min-w-0 break-words text-ink">{formatValue(item)}</code>
  </span>
);

/** Returns the items of a list, or the members of an object by name. */
function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  return typeof value === "object" && value !== null ? Object.entries(value) : undefined;
}

/** Merges both changes if they are compatible. */
function mergeBoth({ base, mine, theirs }: Versions): unknown {
  const [before, my, their] = [itemsOf(base), itemsOf(mine), itemsOf(theirs)];
  const merged = before && my && their && mergeLists(before, my, their);
  return merged && !Array.isArray(base) ? Object.fromEntries(merged as [string, unknown][]) : merged;
}

const chooseValue = (conflict: Versions, choice: Choice | undefined): unknown =>
  choice === "both" ? mergeBoth(conflict) : choice === "theirs" ? conflict.theirs : conflict.mine;

/** Writes an item on one line: its name first, then its other members. */
function formatValue(value: unknown): string {
  if (value === undefined || value === "") return "—";
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.length === 2 && typeof value[0] === "string")
    return `${value[0]}: ${formatValue(value[1])}`;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  return Object.entries(value)
    .filter(([, part]) => part !== undefined && part !== "")
    .map(([, part]) => (typeof part === "string" ? part : JSON.stringify(part)))
    .join(" · ");
}
