import { useEffect, useRef, useState } from "react";
import type { FieldIssue } from "../../api/input-issue.ts";
import type { ApiProblem } from "../../api/problem.ts";
import { Field } from "../../components/fields/field.tsx";
import { ObjectEditor } from "../../components/fields/object-editor.tsx";
import type { JsonObject } from "../../components/fields/object-rows.ts";
import { InstancePicker, PermissionPicker, PrincipalPicker } from "../../components/principals/pickers.tsx";
import { useSettled } from "../../components/roles/use-condition-check.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Chip } from "../../ui/display/chip.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Card } from "../../ui/layout/card.tsx";
import type { Question } from "./question.ts";
import { checkTexts } from "./texts.ts";

interface QuestionFormProps {
  readonly question: Question;
  onChange(change: { readonly [Member in keyof Question]?: Question[Member] | undefined }): void;
  readonly problem: ApiProblem | undefined;
}

export function QuestionForm({ question, onChange, problem }: QuestionFormProps) {
  const texts = useTexts(checkTexts);
  const { context = {} } = question;
  const names = Object.keys(context);
  return (
    <Card className="mb-6 grid gap-4">
      <div className="grid gap-4 md:grid-cols-3">
        <Field label={texts.subject} error={problem?.about("/subject", true)} required>
          <PrincipalPicker
            everyUser={false}
            value={question.subject ?? ""}
            onChange={(subject) => onChange({ subject })}
          />
        </Field>
        <Field label={texts.permission} error={problem?.about("/permission")} required>
          <PermissionPicker
            patterns={false}
            value={question.permission ?? ""}
            onChange={(permission) => onChange({ permission })}
          />
        </Field>
        <Field label={texts.resource} error={problem?.about("/resource", true)}>
          <InstancePicker
            value={question.resource ?? ""}
            onChange={(resource) => onChange({ resource })}
            placeholder={texts.everywhere}
          />
        </Field>
      </div>
      <details className="group" open={names.length > 0}>
        <summary className="flex list-none flex-wrap items-center gap-1.5 rounded-small text-sm font-medium text-accent-ink">
          <Icon name="right" className="size-4 transition-transform group-open:rotate-90" />
          {texts.context}
          {names.map((name) => (
            <Chip key={name} code>
              {name}
            </Chip>
          ))}
        </summary>
        <div className="pt-3">
          <ContextEditor
            context={context}
            error={problem?.about("/context", true)}
            onChange={(next) => onChange({ context: Object.keys(next).length === 0 ? undefined : next })}
          />
        </div>
      </details>
    </Card>
  );
}

interface ContextEditorProps {
  readonly context: JsonObject;
  readonly error: FieldIssue | undefined;
  onChange(context: JsonObject): void;
}

const PAUSE_MILLISECONDS = 400;

/** The context of the check. It enters the address after a pause in the typing, and only if it is valid. */
function ContextEditor({ context, error, onChange }: ContextEditorProps) {
  const texts = useTexts(checkTexts);
  const [typed, setTyped] = useState<JsonObject | undefined>(context);
  const reported = useRef(JSON.stringify(context));
  const settled = useSettled(typed, PAUSE_MILLISECONDS);
  const given = JSON.stringify(context);

  useEffect(() => {
    // The address changed, for example through the back button: it replaces the input.
    if (given === reported.current) return;
    reported.current = given;
    setTyped(JSON.parse(given) as JsonObject);
  }, [given]);

  useEffect(() => {
    // An older value may settle after the address has changed, so only the current value of the editor is reported.
    if (!settled || settled !== typed || JSON.stringify(settled) === reported.current) return;
    reported.current = JSON.stringify(settled);
    onChange(settled);
  }, [settled, typed, onChange]);

  return (
    <ObjectEditor
      label={texts.contextLabel}
      hint={texts.contextHint}
      error={error}
      value={typed}
      onChange={setTyped}
    />
  );
}
