import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import { type ReactNode, use, useId } from "react";
import type { FieldIssue } from "../../api/input-issue.ts";
import { classNames } from "../../ui/class-names.ts";
import { ReadOnly } from "../../ui/form/read-only.ts";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { IssueText } from "../problems/issue-text.tsx";

interface RadioCard<Value extends string> {
  readonly value: Value;
  readonly title: string;
  readonly detail?: ReactNode;
  readonly icon?: IconName;
  readonly disabled?: boolean;
}

interface RadioCardsProps<Value extends string> {
  readonly legend: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: FieldIssue | undefined;
  readonly cards: readonly RadioCard<NoInfer<Value>>[];
  readonly value: Value | undefined;
  onChange(value: NoInfer<Value>): void;
  readonly columns?: 1 | 2 | 3 | 4;
}

const COLUMNS = { 1: "", 2: "md:grid-cols-2", 3: "md:grid-cols-3", 4: "md:grid-cols-2 xl:grid-cols-4" };

/** Selects one of a few options that each need an explanation. */
export function RadioCards<Value extends string>({
  legend,
  hint,
  error,
  cards,
  value,
  onChange,
  columns = 2,
}: RadioCardsProps<Value>) {
  const id = useId();
  const isReadOnly = use(ReadOnly);
  return (
    <div className="grid gap-1.5">
      <span id={`${id}-legend`} className="font-medium">
        {legend}
      </span>
      {hint !== undefined && (
        <span id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </span>
      )}
      <RadioGroup
        className={classNames("grid gap-2.5", COLUMNS[columns])}
        value={value ?? ""}
        disabled={isReadOnly}
        onValueChange={(next) => onChange(next as Value)}
        aria-labelledby={`${id}-legend`}
        aria-describedby={
          classNames(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`) || undefined
        }
        aria-invalid={error !== undefined || undefined}
      >
        {cards.map((card) => (
          <Card key={card.value} card={card} id={`${id}-${card.value}`} />
        ))}
      </RadioGroup>
      {error !== undefined && (
        <span id={`${id}-error`} className="flex gap-1.5 text-sm text-problem">
          <Icon name="alert" className="mt-0.5 size-4" /> <IssueText issue={error} />
        </span>
      )}
    </div>
  );
}

function Card<Value extends string>({ card, id }: { readonly card: RadioCard<Value>; readonly id: string }) {
  return (
    <label
      htmlFor={id}
      className="flex cursor-pointer items-start gap-3 rounded-card border border-line bg-surface p-3.5 has-data-checked:border-accent-ink has-data-checked:bg-accent-tint has-data-checked:inset-ring has-data-checked:inset-ring-accent-ink has-data-disabled:cursor-not-allowed has-data-disabled:opacity-60 hover:not-has-data-checked:not-has-data-disabled:bg-hover"
    >
      <Radio.Root
        id={id}
        value={card.value}
        disabled={card.disabled ?? false}
        aria-labelledby={`${id}-title`}
        {...(card.detail !== undefined && { "aria-describedby": `${id}-detail` })}
        className="mt-0.5 flex size-4.5 shrink-0 items-center justify-center rounded-full border border-edge bg-surface data-checked:border-accent-ink data-checked:bg-accent"
      >
        <Radio.Indicator className="size-2 rounded-full bg-on-accent" />
      </Radio.Root>
      <span className="min-w-0 flex-1">
        <span id={`${id}-title`} className="flex items-center gap-1.5 font-semibold">
          {card.title}
        </span>
        {card.detail !== undefined && (
          <span id={`${id}-detail`} className="mt-0.5 block text-sm text-muted">
            {card.detail}
          </span>
        )}
      </span>
      {card.icon && <Icon name={card.icon} className="size-5 text-muted" />}
    </label>
  );
}
