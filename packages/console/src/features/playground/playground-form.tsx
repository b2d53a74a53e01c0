import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { Field } from "../../components/fields/field.tsx";
import { RadioCards } from "../../components/fields/radio-cards.tsx";
import { usePrincipalNames } from "../../components/principals/use-principal-names.ts";
import { Combobox } from "../../components/search/combobox.tsx";
import { MultiPicker } from "../../components/search/multi-picker.tsx";
import { useLanguage, useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Notice } from "../../ui/display/notice.tsx";
import { CodeInput } from "../../ui/form/code-input.tsx";
import { PasswordInput } from "../../ui/form/password-input.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { mergeSearch } from "../../values/merge-search.ts";
import type { PlaygroundSearch } from "./playground-search.ts";
import { createScopeSearch, searchClients, searchResources, searchUsers } from "./search-options.ts";
import { playgroundTexts } from "./texts.ts";

/** The error of each field: a missing input, or what the server reported about the request parameter. */
export interface FieldErrors {
  readonly client?: string;
  readonly user?: string;
  readonly scope?: string;
  readonly resource?: string;
  readonly secret?: string;
}

interface PlaygroundFormProps {
  readonly asked: PlaygroundSearch;
  readonly fieldErrors: FieldErrors;
  readonly working: boolean;
  onAsk(asked: PlaygroundSearch, secret: string): void;
}

/** The client and the parameters of the request. Input enters the address on submit; the secret never does. */
export function PlaygroundForm({ asked, fieldErrors, working, onAsk }: PlaygroundFormProps) {
  const texts = useTexts(playgroundTexts);
  const { language } = useLanguage();
  const [typed, setTyped] = useState<PlaygroundSearch>(asked);
  const [secret, setSecret] = useState("");
  const [missing, setMissing] = useState<FieldErrors>({});
  const isReal = typed.mode === "real";
  const lastAsked = useRef(asked);

  useEffect(() => {
    // The address changed through a link or the back button: it replaces the input. It never contains the secret.
    if (JSON.stringify(asked) !== JSON.stringify(lastAsked.current)) setTyped(asked);
    lastAsked.current = asked;
  }, [asked]);

  const set = (change: Parameters<typeof mergeSearch<PlaygroundSearch>>[1]) =>
    setTyped((before) => mergeSearch(before, change));
  const searchScopes = useMemo(() => createScopeSearch(language), [language]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next: FieldErrors = {
      ...(typed.client === undefined && { client: texts.clientNeeded }),
      ...(isReal && secret === "" && { secret: texts.secretNeeded }),
      ...(typed.scope === undefined && typed.resource === undefined && { scope: texts.scopeNeeded }),
    };
    setMissing(next);
    if (Object.keys(next).length > 0) return;
    lastAsked.current = typed;
    onAsk(typed, secret);
  };
  const shown = Object.keys(missing).length > 0 ? missing : fieldErrors;

  return (
    <Card>
      <form className="grid gap-5" onSubmit={submit} noValidate>
        <RadioCards
          legend={texts.mode}
          cards={[
            { value: "dry", title: texts.dry, detail: texts.dryHint, icon: "eye" },
            { value: "real", title: texts.real, detail: texts.realHint, icon: "key" },
          ]}
          value={isReal ? "real" : "dry"}
          onChange={(mode) => set({ mode: mode === "real" ? "real" : undefined })}
        />
        <div className="grid gap-4 md:grid-cols-2">
          <ClientField value={typed.client} onChange={(client) => set({ client })} error={shown.client} />
          {isReal ? (
            <Field label={texts.secret} hint={texts.secretHint} error={shown.secret} required>
              <PasswordInput value={secret} onChange={setSecret} autoComplete="off" />
            </Field>
          ) : (
            <Field label={texts.user} hint={texts.userHint} error={shown.user}>
              <UserPicker value={typed.user} onChange={(user) => set({ user })} />
            </Field>
          )}
        </div>
        {isReal && typed.user !== undefined && <Notice>{texts.noUserForReal}</Notice>}
        <Field
          label={texts.scope}
          hint={texts.scopeHint}
          error={shown.scope}
          required={typed.resource === undefined}
        >
          <CodeInput
            rows={2}
            value={typed.scope ?? ""}
            onChange={(scope) => set({ scope: scope.replaceAll(/\s+/g, " ") })}
            placeholder="orders:read orders:write"
          />
        </Field>
        <Combobox
          label={texts.addScope}
          placeholder={texts.addScope}
          value={undefined}
          search={searchScopes}
          onChange={(option) => option && set({ scope: addScopeItem(typed.scope, option.value) })}
        />
        <div className="grid gap-4 md:grid-cols-2">
          <Field label={texts.resource} hint={texts.resourceHint} error={shown.resource}>
            <MultiPicker
              value={(typed.resource ?? []).map((identifier) => ({ value: identifier, label: identifier }))}
              onChange={(options) =>
                set({ resource: options.length === 0 ? undefined : options.map(({ value }) => value) })
              }
              search={searchResources}
            />
          </Field>
          {!isReal && (
            <Field label={texts.ip} hint={texts.ipHint}>
              <TextInput value={typed.ip ?? ""} onChange={(ip) => set({ ip })} placeholder="203.0.113.7" />
            </Field>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button kind="primary" type="submit" loading={working} icon="playground">
            {isReal ? texts.askReal : texts.ask}
          </Button>
        </div>
      </form>
    </Card>
  );
}

interface PickerProps {
  readonly value: string | undefined;
  onChange(value: string | undefined): void;
}

/** An access account is shown with the application that it acts for. */
function ClientField({ value, onChange, error }: PickerProps & { readonly error: string | undefined }) {
  const texts = useTexts(playgroundTexts);
  const isAccount = value?.startsWith("ak_") ?? false;
  const principal = value && `${isAccount ? "access_account" : "application"}:${value}`;
  const nameOf = usePrincipalNames(principal ? [principal] : []);
  const { label, detail } = principal ? nameOf(principal) : {};
  const option = useMemo(
    () => (value === undefined || label === undefined ? undefined : { value, label }),
    [value, label],
  );
  return (
    <Field
      label={texts.client}
      hint={isAccount && detail !== undefined ? texts.accountOf(detail) : texts.clientHint}
      error={error}
      required
    >
      <Combobox value={option} onChange={(next) => onChange(next?.value)} search={searchClients} />
    </Field>
  );
}

function UserPicker({ value, onChange }: PickerProps) {
  const texts = useTexts(playgroundTexts);
  const nameOf = usePrincipalNames(value === undefined ? [] : [`user:${value}`]);
  const label = value === undefined ? undefined : nameOf(`user:${value}`).label;
  const option = useMemo(
    () => (value === undefined || label === undefined ? undefined : { value, label }),
    [value, label],
  );
  return (
    <Combobox
      value={option}
      onChange={(next) => onChange(next?.value)}
      search={searchUsers}
      placeholder={texts.itself}
    />
  );
}

const addScopeItem = (scope = "", item: string): string => {
  const items = scope.split(" ").filter((one) => one !== "");
  return (items.includes(item) ? items : [...items, item]).join(" ");
};
