import { getRouteApi } from "@tanstack/react-router";
import { type FormEvent, useCallback, useState } from "react";
import { callApi, describeCall } from "../../../api/call-api.ts";
import { requestToken } from "../../../auth/request-token.ts";
import { ApiCall } from "../../../components/api-call/api-call.tsx";
import { Field } from "../../../components/fields/field.tsx";
import { RadioCards } from "../../../components/fields/radio-cards.tsx";
import { usePrincipalNames } from "../../../components/principals/use-principal-names.ts";
import { ErrorNotice } from "../../../components/problems/error-notice.tsx";
import { Combobox } from "../../../components/search/combobox.tsx";
import type { Option } from "../../../components/search/option.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { PasswordInput } from "../../../ui/form/password-input.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { isPublicType, signsUsersIn } from "../application.ts";
import { useApplication } from "../application-context.ts";
import { searchUsers } from "../search-catalogue.ts";
import type { Outcome } from "./outcome.ts";
import { ScopeSuggestions } from "./scope-suggestions.tsx";
import { tryTexts } from "./texts.ts";
import { TryResult } from "./try-result.tsx";
import { TrySignIn } from "./try-sign-in.tsx";

const route = getRouteApi("/applications/$clientId/try");

function formOf({ scope, resource }: Readonly<Record<"scope" | "resource", string | undefined>>) {
  const form = new URLSearchParams({ grant_type: "client_credentials" });
  if (scope !== undefined) form.set("scope", scope);
  if (resource !== undefined) form.set("resource", resource);
  return form;
}

export function TryTab() {
  const texts = useTexts(tryTexts);
  const { application, clientId } = useApplication();
  const isPublic = isPublicType(application.type);
  const search = route.useSearch();
  const [asked, setAsked] = useState<typeof search>(search);
  const navigate = route.useNavigate();
  /** The address follows the input, so that the user can share it; the fields do not wait for it. */
  const set = (members: Partial<typeof asked>) => {
    const next = { ...asked, ...members };
    setAsked(next);
    void navigate({ search: next, replace: true, resetScroll: false });
  };
  const [secret, setSecret] = useState("");
  const [outcome, setOutcome] = useState<Outcome>();
  const [error, setError] = useState<unknown>(undefined);
  const [working, setWorking] = useState(false);
  const nameOfPrincipal = usePrincipalNames(asked.user === undefined ? [] : [`user:${asked.user}`]);
  const userName = asked.user === undefined ? undefined : nameOfPrincipal(`user:${asked.user}`).label;
  const mode = isPublic ? "dry" : (asked.mode ?? "dry");
  const client = asked.key ?? clientId;
  const user = mode === "dry" ? asked.user : undefined;
  const body = {
    client_id: client,
    ...(user !== undefined && { user }),
    ...(asked.scope !== undefined && { scope: asked.scope }),
    ...(asked.resource !== undefined && { resource: [asked.resource] }),
  };
  const searchKeys = useCallback(
    async (text: string, signal: AbortSignal): Promise<readonly Option[]> => {
      const { body: found } = await callApi("GET /applications/{client_id}/access-accounts", {
        params: { client_id: clientId },
        query: { search: text, limit: 20 },
        signal,
      });
      return found.items.map(({ access_key, id, name }) => ({
        value: access_key ?? id,
        label: access_key ?? id,
        detail: name,
      }));
    },
    [clientId],
  );

  const ask = async () => {
    setWorking(true);
    setError(undefined);
    try {
      const token =
        mode === "token"
          ? await requestToken(formOf({ scope: asked.scope, resource: asked.resource }), {
              clientId: client,
              secret,
              inHeader:
                application.token_endpoint_auth_method === "client_secret_basic" && asked.key === undefined,
            })
          : undefined;
      const resolved = await callApi("POST /scopes:resolve", { body });
      setOutcome({ resolved: resolved.body, ...(token && { token }) });
    } catch (problem) {
      setError(problem);
    } finally {
      setWorking(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void ask();
  };
  return (
    <>
      <div className="grid items-start gap-x-6 gap-y-2 xl:grid-cols-2">
        <Section title={texts.ask}>
          <form onSubmit={submit} className="grid gap-5" noValidate>
            <RadioCards
              legend={texts.mode}
              value={mode}
              onChange={(next) => set({ mode: next })}
              cards={[
                { value: "dry", title: texts.dry, detail: texts.dryDetail },
                {
                  value: "token",
                  title: texts.real,
                  detail: isPublic ? texts.realNotForPublic : texts.realDetail,
                  disabled: isPublic,
                },
              ]}
            />
            <Field label={texts.scope} hint={texts.scopeHint} required>
              <TextInput
                className="font-mono"
                value={asked.scope ?? ""}
                onChange={(scope) => set({ scope: scope || undefined })}
                placeholder="orders:read orders:write"
                autoComplete="off"
                spellCheck={false}
              />
            </Field>
            <ScopeSuggestions scope={asked.scope ?? ""} onAdd={(scope) => set({ scope })} />
            {mode === "dry" && signsUsersIn(application.type) && (
              <Field
                label={texts.forWhom}
                hint={isPublic ? texts.forWhomRequired : texts.forWhomHint}
                required={isPublic}
              >
                <Combobox
                  value={optionOf(asked.user, userName)}
                  onChange={(option) => set({ user: option?.value })}
                  search={searchUsers}
                  placeholder={texts.userPlaceholder}
                />
              </Field>
            )}
            {!isPublic && (
              <Field label={texts.key} hint={texts.keyHint}>
                <Combobox
                  value={optionOf(asked.key)}
                  onChange={(option) => set({ key: option?.value })}
                  search={searchKeys}
                  placeholder={texts.keyPlaceholder}
                />
              </Field>
            )}
            <Field label={texts.resource} hint={texts.resourceHint}>
              <TextInput
                className="font-mono"
                type="url"
                value={asked.resource ?? ""}
                onChange={(resource) => set({ resource: resource || undefined })}
                autoComplete="off"
                spellCheck={false}
              />
            </Field>
            {mode === "token" && (
              <Field
                label={asked.key === undefined ? texts.secret : texts.secretKey}
                hint={texts.secretHint}
                required
              >
                <PasswordInput value={secret} onChange={setSecret} autoComplete="off" />
              </Field>
            )}
            <div className="flex flex-wrap items-center justify-between gap-2 border-t pt-4">
              <ApiCall call={describeCall("POST /scopes:resolve", { body })} />
              <Button
                type="submit"
                kind="primary"
                loading={working}
                disabled={
                  (asked.scope === undefined && asked.resource === undefined) ||
                  (mode === "token" && secret === "")
                }
              >
                {texts.run}
              </Button>
            </div>
          </form>
        </Section>
        {/* The result stays visible beside a long form. */}
        <div className="min-w-0 xl:sticky xl:top-20">
          <Section title={texts.result} frame="bare">
            <div aria-live="polite" className="grid gap-4">
              {error !== undefined && <ErrorNotice error={error} />}
              {outcome ? (
                <TryResult outcome={outcome} askAgain={() => void ask()} />
              ) : (
                <Card>
                  <EmptyState icon="playground" title={texts.waiting}>
                    {texts.waitingHint}
                  </EmptyState>
                </Card>
              )}
            </div>
          </Section>
        </div>
      </div>
      {signsUsersIn(application.type) && <TrySignIn scope={asked.scope ?? "openid"} />}
    </>
  );
}

const optionOf = (value: string | undefined, label = value): Option | undefined =>
  value === undefined ? undefined : { value, label: label ?? value };
