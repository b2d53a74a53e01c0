import { ApiProblem } from "../../../api/problem.ts";
import { Field } from "../../../components/fields/field.tsx";
import { SaveBar } from "../../../components/forms/save-bar.tsx";
import { useToast } from "../../../components/problems/toasts.tsx";
import { MultiPicker } from "../../../components/search/multi-picker.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { type Application, isPublicType } from "../application.ts";
import { searchResources } from "../search-catalogue.ts";
import { useApplication } from "../use-application.ts";
import { useApplicationDraft } from "../use-application-draft.ts";
import { JwksField } from "./jwks-field.tsx";
import { overviewTexts } from "./texts.ts";

type Method = keyof (typeof overviewTexts)["en"]["methods"];
const METHODS: readonly Method[] = ["any", "client_secret_post", "client_secret_basic", "private_key_jwt"];

type IdTokenClaims = keyof (typeof overviewTexts)["en"]["idTokenClaims"];
const ID_TOKEN_CLAIMS: readonly IdTokenClaims[] = ["profile", "minimal"];

const pick = ({
  name,
  token_endpoint_auth_method,
  jwks,
  client_assertion_max_lifetime,
  require_signed_request_object,
  id_token_signed_response_alg,
  id_token_claims,
  serves,
}: Application) => ({
  name,
  token_endpoint_auth_method,
  jwks,
  client_assertion_max_lifetime,
  require_signed_request_object: require_signed_request_object ?? false,
  id_token_signed_response_alg,
  id_token_claims,
  serves: serves ?? [],
});

/** Edits the settings that belong to no other tab. */
export function SettingsForm() {
  const texts = useTexts(overviewTexts);
  const toast = useToast();
  const { application, editable } = useApplication();
  const { draft, call } = useApplicationDraft(pick);
  const { part } = draft;
  const problem = draft.error instanceof ApiProblem ? draft.error : undefined;
  const usesPrivateKey = part.token_endpoint_auth_method === "private_key_jwt";
  const hasKeys = usesPrivateKey || part.require_signed_request_object;
  return (
    <div className="grid gap-5">
      <div className="grid gap-5 md:grid-cols-2">
        <Field
          label={texts.name}
          hint={application.type === "service" ? undefined : texts.nameHint}
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
        {application.type !== "service" && (
          <Field
            label={texts.idTokenContent}
            hint={texts.idTokenContentHint}
            required
            error={problem?.about("/id_token_claims")}
          >
            <Select
              value={part.id_token_claims}
              onChange={(claims) => draft.change({ id_token_claims: claims })}
              disabled={!editable}
              options={ID_TOKEN_CLAIMS.map((value) => ({ value, ...texts.idTokenClaims[value] }))}
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
                  ...(method !== "private_key_jwt" &&
                    !part.require_signed_request_object && { jwks: undefined }),
                })
              }
              disabled={!editable}
              options={METHODS.map((method) => ({ value: method, label: texts.methods[method] }))}
            />
          </Field>
        )}
        {usesPrivateKey && (
          <Field
            label={texts.assertionLifetime}
            hint={texts.assertionLifetimeHint}
            required
            disabled={!editable}
            error={problem?.about("/client_assertion_max_lifetime")}
          >
            <TextInput
              inputMode="numeric"
              value={String(part.client_assertion_max_lifetime ?? "")}
              onChange={(text) => draft.change({ client_assertion_max_lifetime: parseSeconds(text) })}
              autoComplete="off"
            />
          </Field>
        )}
      </div>
      {application.type === "web" && (
        <Checkbox
          label={texts.signedRequests}
          detail={texts.signedRequestsHint}
          checked={part.require_signed_request_object}
          onChange={(checked) =>
            draft.change({
              require_signed_request_object: checked,
              ...(!checked && !usesPrivateKey && { jwks: undefined }),
            })
          }
          disabled={!editable}
        />
      )}
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
            jwks: texts.publicKeys,
            client_assertion_max_lifetime: texts.assertionLifetime,
            require_signed_request_object: texts.signedRequests,
            id_token_signed_response_alg: texts.idTokenAlgorithm,
            id_token_claims: texts.idTokenContent,
            serves: texts.serves,
          }}
          onSaved={() => toast({ title: texts.saved })}
        />
      )}
    </div>
  );
}

/** An empty field means the server's default. */
function parseSeconds(text: string): number | undefined {
  const digits = text.replace(/\D/g, "");
  return digits === "" ? undefined : Number(digits);
}
