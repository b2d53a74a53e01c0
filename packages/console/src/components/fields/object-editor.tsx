import { type ReactNode, useId, useState } from "react";
import type { FieldIssue } from "../../api/input-issue.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { CodeInput } from "../../ui/form/code-input.tsx";
import { Select } from "../../ui/form/select.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Icon } from "../../ui/icons.tsx";
import { IssueText } from "../problems/issue-text.tsx";
import {
  type JsonObject,
  newRow,
  type ObjectRow,
  parseObject,
  parseRows,
  type RowIssue,
  rowsOf,
  type ValueKind,
} from "./object-rows.ts";
import { objectTexts } from "./object-texts.ts";

interface ObjectEditorProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The issue that the server reported. */
  readonly error?: FieldIssue | undefined;
  /** Undefined while the input is invalid; the editor keeps the input. */
  readonly value: JsonObject | undefined;
  /** The argument is undefined while the input is invalid. */
  onChange(value: JsonObject | undefined): void;
}

/** Edits a small JSON object, by rows or as JSON. It keeps invalid input. */
export function ObjectEditor({ label, hint, error, value, onChange }: ObjectEditorProps) {
  const texts = useTexts(objectTexts);
  const id = useId();
  const [rows, setRows] = useState(() => rowsOf(value ?? {}));
  /** Undefined while the object is edited by rows. */
  const [json, setJson] = useState<string>();
  const [reported, setReported] = useState(value);
  // The value changed elsewhere, for example by Discard: it replaces the input.
  if (value !== undefined && JSON.stringify(value) !== JSON.stringify(reported)) {
    setReported(value);
    setRows(rowsOf(value));
    if (json !== undefined) setJson(JSON.stringify(value, null, 2));
  }
  const read = parseRows(rows);
  const issue =
    json === undefined ? findIssueText(read, texts) : parseObject(json) ? undefined : texts.issues.noObject;
  const shown = error ?? issue;

  const report = (next: JsonObject | undefined) => {
    setReported(next);
    onChange(next);
  };
  const changeRows = (next: readonly ObjectRow[]) => {
    setRows(next);
    const result = parseRows(next);
    report("value" in result ? result.value : undefined);
  };
  const changeJson = (text: string) => {
    setJson(text);
    report(parseObject(text));
  };
  const toFields = () => {
    setRows(rowsOf(parseObject(json ?? "") ?? {}));
    setJson(undefined);
  };

  return (
    <fieldset
      className="grid gap-2"
      aria-describedby={
        classNames(shown !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`) || undefined
      }
    >
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span aria-hidden="true" className="font-medium">
          {label}
        </span>
        <fieldset className="flex gap-1">
          <legend className="sr-only">{texts.editAs}</legend>
          <ModeButton
            pressed={json === undefined}
            disabled={json !== undefined && issue !== undefined}
            onPress={toFields}
          >
            {texts.asFields}
          </ModeButton>
          <ModeButton
            pressed={json !== undefined}
            disabled={json === undefined && issue !== undefined}
            onPress={() => setJson(JSON.stringify("value" in read ? read.value : {}, null, 2))}
          >
            {texts.asJson}
          </ModeButton>
        </fieldset>
      </div>
      {json !== undefined ? (
        <CodeInput rows={6} value={json} onChange={changeJson} aria-label={label} />
      ) : (
        <Rows rows={rows} onChange={changeRows} />
      )}
      {shown !== undefined && (
        <span id={`${id}-error`} role="alert" className="flex gap-1.5 text-sm text-problem">
          <Icon name="alert" className="mt-0.5 size-4" /> <IssueText issue={shown} />
        </span>
      )}
      {hint !== undefined && (
        <span id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </span>
      )}
    </fieldset>
  );
}

function Rows({
  rows,
  onChange,
}: {
  readonly rows: readonly ObjectRow[];
  onChange(rows: readonly ObjectRow[]): void;
}) {
  const texts = useTexts(objectTexts);
  const replace = (row: ObjectRow) => onChange(rows.map((each) => (each.id === row.id ? row : each)));
  return (
    <div className="grid justify-items-start gap-2">
      {rows.length === 0 && <p className="text-muted">{texts.noAttributes}</p>}
      {rows.map((row) => (
        <div
          key={row.id}
          className="grid w-full grid-cols-[minmax(0,1fr)_8.5rem_auto] gap-2 md:grid-cols-[minmax(8rem,1fr)_8.5rem_minmax(10rem,2fr)_auto]"
        >
          <TextInput
            aria-label={texts.attributeName}
            placeholder={texts.attributeName}
            className="font-mono"
            spellCheck={false}
            autoComplete="off"
            value={row.name}
            onChange={(name) => replace({ ...row, name })}
          />
          <Select<ValueKind>
            label={texts.attributeKind}
            options={(["text", "number", "boolean", "json"] as const).map((kind) => ({
              value: kind,
              label: texts.kinds[kind],
            }))}
            value={row.kind}
            onChange={(kind) => replace({ ...row, kind })}
          />
          <div className="max-md:order-last max-md:col-span-3">
            <ValueInput row={row} onChange={replace} />
          </div>
          <IconButton
            icon="trash"
            label={texts.removeAttribute(row.name)}
            onClick={() => onChange(rows.filter((each) => each.id !== row.id))}
          />
        </div>
      ))}
      <Button size="small" icon="plus" onClick={() => onChange([...rows, newRow()])}>
        {texts.addAttribute}
      </Button>
    </div>
  );
}

function ValueInput({ row, onChange }: { readonly row: ObjectRow; onChange(row: ObjectRow): void }) {
  const texts = useTexts(objectTexts);
  if (row.kind === "boolean")
    return (
      <Select
        label={texts.attributeValue}
        options={[
          { value: "true", label: texts.yes },
          { value: "false", label: texts.no },
        ]}
        value={row.text === "true" ? "true" : "false"}
        onChange={(text) => onChange({ ...row, text })}
      />
    );
  return (
    <TextInput
      aria-label={texts.attributeValue}
      placeholder={texts.attributeValue}
      className={row.kind === "text" ? "" : "font-mono"}
      inputMode={row.kind === "number" ? "decimal" : "text"}
      autoComplete="off"
      value={row.text}
      onChange={(text) => onChange({ ...row, text })}
    />
  );
}

interface ModeButtonProps {
  readonly pressed: boolean;
  readonly disabled: boolean;
  onPress(): void;
  readonly children: ReactNode;
}

function ModeButton({ pressed, disabled, onPress, children }: ModeButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      disabled={disabled}
      onClick={() => !pressed && onPress()}
      className="rounded-small px-2 py-0.5 text-sm font-medium text-muted not-disabled:hover:bg-hover disabled:cursor-not-allowed aria-pressed:bg-accent-tint aria-pressed:text-accent-ink"
    >
      {children}
    </button>
  );
}

function findIssueText(
  read: { readonly value: JsonObject } | RowIssue,
  { issues }: (typeof objectTexts)["en"],
): string | undefined {
  if ("value" in read) return undefined;
  return read.issue === "noName" ? issues.noName : issues[read.issue](read.name);
}
