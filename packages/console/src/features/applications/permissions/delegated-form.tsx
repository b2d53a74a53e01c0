import { ApiProblem } from "../../../api/problem.ts";
import { Field } from "../../../components/fields/field.tsx";
import { SaveBar } from "../../../components/forms/save-bar.tsx";
import { IssueText } from "../../../components/problems/issue-text.tsx";
import { useToast } from "../../../components/problems/toasts.tsx";
import { Combobox } from "../../../components/search/combobox.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Notice } from "../../../ui/display/notice.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import type { Application, Consent } from "../application.ts";
import { isOidc } from "../oidc-scopes.ts";
import { searchScopes } from "../search-catalogue.ts";
import { useApplication } from "../use-application.ts";
import { useApplicationDraft } from "../use-application-draft.ts";
import { permissionsTexts } from "./texts.ts";

const CONSENTS: readonly Consent[] = ["required", "optional", "implicit"];
const pick = ({ delegated }: Application) => ({
  delegated: (delegated ?? []).map(({ scope, consent }) => ({ scope, consent: consent ?? "required" })),
});
type Delegated = ReturnType<typeof pick>["delegated"][number];

/** Edits the scopes that the application may request from users, and the consent mode of each. */
export function DelegatedForm() {
  const texts = useTexts(permissionsTexts);
  const toast = useToast();
  const { application, editable } = useApplication();
  const { draft, call } = useApplicationDraft(pick);
  const { delegated } = draft.part;
  const problem = draft.error instanceof ApiProblem ? draft.error : undefined;
  const change = (next: readonly Delegated[]) => draft.change({ delegated: [...next] });
  const add = (scope: string) => {
    if (delegated.some((one) => one.scope === scope)) return;
    change([...delegated, { scope, consent: scope === "openid" ? "implicit" : "required" }]);
  };
  const grantsSilently =
    application.first_party !== true &&
    delegated.some(({ scope, consent }) => consent === "implicit" && !isOidc(scope));
  return (
    <Section title={texts.delegated} description={texts.delegatedHint}>
      <div className="grid gap-4">
        {delegated.length === 0 ? (
          <p className="text-muted">{texts.noDelegated}</p>
        ) : (
          <ul className="divide-y">
            {delegated.map((item, index) => {
              const wrong = problem?.about(`/delegated/${index}`, true);
              return (
                <li
                  key={item.scope}
                  className="grid grid-cols-[minmax(0,1fr)_2.25rem] items-start gap-x-4 gap-y-1 py-2.5 first:pt-0 max-md:*:col-span-2 md:grid-cols-[minmax(0,1fr)_12rem_minmax(0,1fr)_2.25rem]"
                >
                  <div className="min-w-0 py-1.5 max-md:col-span-1! max-md:col-start-1 max-md:row-start-1">
                    <code className="wrap-anywhere">{item.scope}</code>
                    {wrong !== undefined && (
                      <p className="text-sm text-problem">
                        <IssueText issue={wrong} />
                      </p>
                    )}
                  </div>
                  <Select
                    label={`${texts.consent}: ${item.scope}`}
                    value={item.consent}
                    onChange={(consent) =>
                      change(delegated.map((one) => (one.scope === item.scope ? { ...one, consent } : one)))
                    }
                    disabled={!editable}
                    options={CONSENTS.map((consent) => ({ value: consent, ...texts.consents[consent] }))}
                  />
                  <p className="py-1.5 text-sm text-muted">{texts.consents[item.consent].detail}</p>
                  {editable && (
                    <IconButton
                      icon="cross"
                      label={texts.remove(item.scope)}
                      className="max-md:col-span-1! max-md:col-start-2 max-md:row-start-1"
                      onClick={() => change(delegated.filter((one) => one.scope !== item.scope))}
                    />
                  )}
                </li>
              );
            })}
          </ul>
        )}
        {editable && (
          <Field label={texts.addScope} className="max-w-md" error={problem?.about("/delegated")}>
            <Combobox
              value={undefined}
              onChange={(option) => option && add(option.value)}
              search={searchScopes}
              placeholder={texts.addPlaceholder}
            />
          </Field>
        )}
        {grantsSilently && <Notice tone="warning">{texts.implicitWarning}</Notice>}
        {editable && (
          <SaveBar
            draft={draft}
            call={call}
            labels={{ delegated: texts.delegated }}
            onSaved={() => toast({ title: texts.saved })}
          />
        )}
      </div>
    </Section>
  );
}
