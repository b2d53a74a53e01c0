import { useState } from "react";
import type { AnswerOf } from "../../api/call-api.ts";
import type { ApiProblem } from "../../api/problem.ts";
import type { DraftCheck } from "../../components/draft/draft.ts";
import { changeDraft } from "../../components/draft/draft-store.ts";
import { draftTexts } from "../../components/draft/texts.ts";
import { Field } from "../../components/fields/field.tsx";
import { InstancePicker, PermissionPicker, PrincipalPicker } from "../../components/principals/pickers.tsx";
import { usePrincipalNames } from "../../components/principals/use-principal-names.ts";
import { IssueText } from "../../components/problems/issue-text.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { Section } from "../../ui/layout/section.tsx";

interface DraftChecksProps {
  readonly checks: readonly DraftCheck[];
  readonly answers: AnswerOf<"POST /simulate">["checks"] | undefined;
  readonly problem: ApiProblem | undefined;
}

export function DraftChecks({ checks, answers, problem }: DraftChecksProps) {
  const texts = useTexts(draftTexts);
  const nameOf = usePrincipalNames(checks.map(({ subject }) => subject));
  const remove = (place: number) =>
    changeDraft((draft) => ({ ...draft, checks: draft.checks.toSpliced(place, 1) }));
  return (
    <Section title={texts.checks} description={texts.checksHint}>
      {checks.length === 0 && <p className="mb-4 text-muted">{texts.checksEmpty}</p>}
      <ul className="mb-4 divide-y empty:hidden">
        {checks.map((check, place) => {
          const answer = answers?.[place];
          const wrong = problem?.about(`/checks/${place}`, true);
          return (
            <li key={JSON.stringify(check)} className="flex items-start gap-3 py-2 first:pt-0">
              <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1 pt-0.5">
                <span className="min-w-0">
                  <span className="font-medium">{nameOf(check.subject).label}</span>{" "}
                  <code>{check.permission}</code>{" "}
                  {check.resource !== undefined && (
                    <span className="text-muted">{texts.at(check.resource)}</span>
                  )}
                  {wrong !== undefined && (
                    <span className="block text-sm text-problem">
                      <IssueText issue={wrong} />
                    </span>
                  )}
                </span>
                {answer && <Change before={answer.before.allowed} after={answer.after.allowed} />}
              </div>
              <IconButton
                icon="trash"
                size="small"
                label={texts.removeCheck(nameOf(check.subject).label, check.permission)}
                onClick={() => remove(place)}
              />
            </li>
          );
        })}
      </ul>
      <AddCheck />
    </Section>
  );
}

function Change({ before, after }: { readonly before: boolean; readonly after: boolean }) {
  const texts = useTexts(draftTexts);
  return (
    <span className="flex flex-wrap items-center gap-1.5 text-sm">
      <Verdict label={texts.before} allowed={before} />
      <span aria-hidden="true">→</span>
      <Verdict label={texts.after} allowed={after} />
      <span className={before === after ? "text-muted" : "font-semibold"}>
        {before === after ? texts.stays : texts.differs}
      </span>
    </span>
  );
}

function Verdict({ label, allowed }: { readonly label: string; readonly allowed: boolean }) {
  const texts = useTexts(draftTexts);
  return (
    <span className="flex items-center gap-1">
      <span className="text-muted">{label}</span>
      <Badge tone={allowed ? "good" : "bad"} icon={allowed ? "tick" : "cross"}>
        {allowed ? texts.allowed : texts.denied}
      </Badge>
    </span>
  );
}

function AddCheck() {
  const texts = useTexts(draftTexts);
  const [subject, setSubject] = useState("");
  const [permission, setPermission] = useState("");
  const [resource, setResource] = useState("");
  const [tried, setTried] = useState(false);
  const add = () => {
    setTried(true);
    if (subject === "" || permission === "") return;
    const check = { subject, permission, ...(resource !== "" && { resource }) };
    changeDraft((draft) => ({ ...draft, checks: [...draft.checks, check] }));
    setPermission("");
    setResource("");
    setTried(false);
  };
  const missing = (value: string) => (tried && value === "" ? texts.missing : undefined);
  return (
    <div className="grid items-start gap-3 border-t pt-4 md:grid-cols-3 xl:grid-cols-2">
      <Field label={texts.checkSubject} error={missing(subject)} required>
        <PrincipalPicker everyUser={false} value={subject} onChange={setSubject} />
      </Field>
      <Field label={texts.checkPermission} error={missing(permission)} required>
        <PermissionPicker patterns={false} value={permission} onChange={setPermission} />
      </Field>
      <Field label={texts.checkResource}>
        <InstancePicker value={resource} onChange={setResource} />
      </Field>
      <div className="xl:self-end">
        <Button icon="plus" onClick={add}>
          {texts.addCheck}
        </Button>
      </div>
    </div>
  );
}
