import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Application } from "../../components/applications/application.ts";
import { Field } from "../../components/fields/field.tsx";
import { usePrincipalNames } from "../../components/principals/use-principal-names.ts";
import { MultiPicker } from "../../components/search/multi-picker.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { mergeSearch } from "../../values/merge-search.ts";
import { withAvailableMode } from "./available-modes.ts";
import { ClientField } from "./client-field.tsx";
import { DryRunFields } from "./dry-run-fields.tsx";
import { type FieldErrors, findMissingInput } from "./field-errors.ts";
import { ModeCards } from "./mode-cards.tsx";
import type { PlaygroundSearch } from "./playground-search.ts";
import { ScopeField } from "./scope-field.tsx";
import { searchResources } from "./search-options.ts";
import { SecretField } from "./secret-field.tsx";
import { hasPlaygroundCallback } from "./sign-in/callback-registration.tsx";
import { SignInFields } from "./sign-in/sign-in-fields.tsx";
import { playgroundTexts } from "./texts.ts";
import { useClientApplication } from "./use-client-application.ts";

export interface EnteredRequest {
  readonly asked: PlaygroundSearch;
  readonly secret: string;
  readonly loginHint: string | undefined;
  readonly application: Application | undefined;
}

interface PlaygroundFormProps {
  readonly asked: PlaygroundSearch;
  readonly fieldErrors: FieldErrors;
  readonly working: boolean;
  onAsk(entered: EnteredRequest): void;
}

/** The client and the parameters of the request. Input enters the address on submit; the secret never does. */
export function PlaygroundForm({ asked, fieldErrors, working, onAsk }: PlaygroundFormProps) {
  const texts = useTexts(playgroundTexts);
  const [input, setInput] = useState<PlaygroundSearch>(asked);
  const [secret, setSecret] = useState("");
  const [missing, setMissing] = useState<FieldErrors>({});
  const application = useClientApplication(input.client);
  const typed = withAvailableMode(input, application);
  const nameOf = usePrincipalNames(typed.user === undefined ? [] : [`user:${typed.user}`]);
  const lastAsked = useRef(asked);

  useEffect(() => {
    // The address changed through a link or the back button: it replaces the input. It never contains the secret.
    if (JSON.stringify(asked) !== JSON.stringify(lastAsked.current)) setInput(asked);
    lastAsked.current = asked;
  }, [asked]);

  const set = (change: Parameters<typeof mergeSearch<PlaygroundSearch>>[1]) =>
    setInput((before) => mergeSearch(before, change));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = findMissingInput({ typed, secret, application }, texts);
    setMissing(next);
    if (Object.keys(next).length > 0) return;
    lastAsked.current = typed;
    const loginHint = typed.user && nameOf(`user:${typed.user}`).detail;
    onAsk({ asked: typed, secret, loginHint, application });
  };
  const shown = Object.keys(missing).length > 0 ? missing : fieldErrors;
  const mode = typed.mode ?? "dry";
  const isBlocked =
    mode === "sign-in" &&
    application !== undefined &&
    (!hasPlaygroundCallback(application) || application.require_signed_request_object === true);

  return (
    <Card>
      <form className="grid gap-5" onSubmit={submit} noValidate>
        <ClientField value={typed.client} onChange={(client) => set({ client })} error={shown.client} />
        <ModeCards
          client={typed.client}
          application={application}
          mode={mode}
          onChange={(next) => set({ mode: next === "dry" ? undefined : next })}
        />
        <ScopeField
          value={typed.scope}
          onChange={(scope) => set({ scope })}
          error={shown.scope}
          required={typed.resource === undefined}
          application={application}
        />
        <Field label={texts.resource} hint={texts.resourceHint} error={shown.resource}>
          <MultiPicker
            value={(typed.resource ?? []).map((identifier) => ({ value: identifier, label: identifier }))}
            onChange={(options) =>
              set({ resource: options.length === 0 ? undefined : options.map(({ value }) => value) })
            }
            search={searchResources}
          />
        </Field>
        {mode === "dry" && (
          <DryRunFields typed={typed} application={application} onChange={set} error={shown.user} />
        )}
        {mode === "real" && <SecretField value={secret} onChange={setSecret} error={shown.secret} required />}
        {mode === "sign-in" && (
          <SignInFields
            typed={typed}
            application={application}
            onChange={set}
            secret={secret}
            onSecret={setSecret}
            error={shown.secret}
          />
        )}
        <div>
          <Button kind="primary" type="submit" loading={working} disabled={isBlocked} icon="playground">
            {texts.submit[mode]}
          </Button>
        </div>
      </form>
    </Card>
  );
}
