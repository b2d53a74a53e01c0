import { useState } from "react";
import type { Fault } from "../../../api/input-fault.ts";
import { ApiProblem } from "../../../api/problem.ts";
import { isSame } from "../../../is-same.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { CodeInput } from "../../../ui/code-input.tsx";
import { Field } from "../../../ui/field.tsx";
import { MultiPicker } from "../../../ui/multi-picker.tsx";
import { SaveBar } from "../../../ui/save-bar.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { useToast } from "../../../ui/toasts.tsx";
import { type Application, isPublicType } from "../application.ts";
import { useApplication } from "../application-context.ts";
import { searchResources } from "../search-catalogue.ts";
import { useApplicationDraft } from "../use-application-draft.ts";
import { overviewTexts } from "./texts.ts";

type Method = keyof (typeof overviewTexts)["en"]["methods"];
const METHODS: readonly Method[] = ["any", "client_secret_post", "client_secret_basic", "private_key_jwt"];

const pick = ({
  name,
  token_endpoint_auth_method,
  jwks,
  id_token_signed_response_alg,
  serves,
}: Application) => ({
  name,
  token_endpoint_auth_method,
  jwks,
  id_token_signed_response_alg,
  serves: serves ?? [],
});

/** What belongs to no other tab. */
export function SettingsForm() {
  const texts = useTexts(overviewTexts);
  const toast = useToast();
  const { application, editable } = useApplication();
  const { draft, call } = useApplicationDraft(pick);
  const { part } = draft;
  const problem = draft.error instanceof ApiProblem ? draft.error : undefined;
  const hasKeys = part.token_endpoint_auth_method === "private_key_jwt";
  return (
    <div className="grid gap-5">
      <div className="grid gap-5 md:grid-cols-2">
        <Field
          label={texts.name}
          hint={texts.nameHint}
          required
          disabled={!editable}
          error={problem?.about("/name")}
        >
          <TextInput value={part.name ?? ""} onChange={(name) => draft.change({ name })} autoComplete="off" />
        </Field>
        {application.type !== "service" && (
          <Field
            label={texts.idTokenAlgorithm}
            hint={texts.idTokenHint}
            required
            error={problem?.about("/id_token_signed_response_alg")}
          >
            <Select
              value={part.id_token_signed_response_alg}
              onChange={(alg) => draft.change({ id_token_signed_response_alg: alg })}
              disabled={!editable}
              options={[
                { value: "RS256", label: "RS256" },
                { value: "ES256", label: "ES256" },
              ]}
            />
          </Field>
        )}
        {!isPublicType(application.type) && (
          <Field
            label={texts.authentication}
            hint={texts.authenticationHint}
            required
            error={problem?.about("/token_endpoint_auth_method")}
          >
            <Select
              value={(part.token_endpoint_auth_method ?? "any") as Method}
              onChange={(method) =>
                draft.change({
                  token_endpoint_auth_method: method === "any" ? undefined : method,
                  ...(method !== "private_key_jwt" && { jwks: undefined }),
                })
              }
              disabled={!editable}
              options={METHODS.map((method) => ({ value: method, label: texts.methods[method] }))}
            />
          </Field>
        )}
      </div>
      {hasKeys && (
        <JwksField
          value={part.jwks}
          onChange={(jwks) => draft.change({ jwks })}
          disabled={!editable}
          error={problem?.about("/jwks", true)}
        />
      )}
      {application.type === "service" && (
        <Field label={texts.serves} hint={texts.servesHint} error={problem?.about("/serves", true)}>
          <MultiPicker
            value={part.serves.map((name) => ({ value: name, label: name }))}
            onChange={(options) => draft.change({ serves: options.map(({ value }) => value) })}
            search={searchResources}
            placeholder={texts.servesPlaceholder}
            disabled={!editable}
            label={texts.serves}
          />
        </Field>
      )}
      {editable && (
        <SaveBar
          draft={draft}
          call={call}
          labels={{
            name: texts.name,
            token_endpoint_auth_method: texts.authentication,
            jwks: texts.jwks_field,
            id_token_signed_response_alg: texts.idTokenAlgorithm,
            serves: texts.serves,
          }}
          onSaved={() => toast({ title: texts.saved })}
        />
      )}
    </div>
  );
}

interface JwksFieldProps {
  readonly value: Application["jwks"];
  onChange(value: Application["jwks"]): void;
  readonly disabled: boolean;
  readonly error: Fault | undefined;
}

/** The text stays as it was typed; the form has it as soon as it is JSON. */
function JwksField({ value, onChange, disabled, error }: JwksFieldProps) {
  const texts = useTexts(overviewTexts);
  const [typed, setTyped] = useState(() => written(value));
  const [said, setSaid] = useState<unknown>(value);
  // Changed from elsewhere, as when the form is discarded: what was typed gives way.
  if (!isSame(value, said)) {
    setSaid(value);
    setTyped(written(value));
  }
  const parsed = parseJson(typed);
  return (
    <Field
      label={texts.jwks_field}
      hint={texts.jwksHint}
      required
      disabled={disabled}
      error={typed !== "" && parsed === undefined ? texts.jwksInvalid : error}
    >
      <CodeInput
        rows={6}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setSaid(parseJson(text));
          onChange(parseJson(text) as Application["jwks"]);
        }}
      />
    </Field>
  );
}

const written = (value: Application["jwks"]): string => (value ? JSON.stringify(value, null, 2) : "");

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
