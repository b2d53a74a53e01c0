import { getRouteApi } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { type BodyOf, describeCall } from "../../api/call-api.ts";
import { isShownAtFields } from "../../api/issue-at.ts";
import { ApiProblem } from "../../api/problem.ts";
import { useWrite } from "../../api/use-api.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { Field } from "../../components/fields/field.tsx";
import { RadioCards } from "../../components/fields/radio-cards.tsx";
import { LeaveGuard } from "../../components/forms/leave-guard.tsx";
import { ErrorNotice } from "../../components/problems/error-notice.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { LinkButton } from "../../ui/button/link-button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import {
  APPLICATION_TYPES,
  type ApplicationType,
  type CreatedApplication,
  signsUsersIn,
} from "./application.ts";
import { NewApplicationDone } from "./new-application-done.tsx";
import { applicationsTexts } from "./texts.ts";
import { TypeDrawing } from "./type-drawing.tsx";
import { UriList } from "./uri-list.tsx";

const FIELDS = ["/name", "/client_id", "/redirect_uris"];
const route = getRouteApi("/applications/+new");

type NewApplication = BodyOf<"POST /applications">;

export function NewApplicationPage() {
  const texts = useTexts(applicationsTexts);
  const words = texts.create;
  const { type } = route.useSearch();
  const navigate = route.useNavigate();
  const [name, setName] = useState("");
  const [clientId, setClientId] = useState("");
  const [redirectUris, setRedirectUris] = useState<readonly string[]>([""]);
  const [firstParty, setFirstParty] = useState(false);
  const create = useWrite("POST /applications");

  if (create.data) return <NewApplicationDone application={create.data.body as CreatedApplication} />;

  const isTyped = [name, clientId, ...redirectUris].some((text) => text !== "") || firstParty;
  const body = bodyOf({ type: type ?? "service", name, clientId, redirectUris, firstParty });
  const problem = create.error instanceof ApiProblem ? create.error : undefined;
  // Empty lines are not sent, so the indexes in the response do not count them.
  const sentPlace = (index: number) => redirectUris.slice(0, index).filter((uri) => uri.trim() !== "").length;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (type) create.mutate({ body });
  };
  return (
    <>
      <PageHeader
        title={words.title}
        description={words.lead}
        breadcrumbs={[{ label: texts.title, place: { to: "/applications" } }]}
      />
      <form onSubmit={submit} className="grid max-w-4xl gap-6" noValidate>
        <RadioCards<ApplicationType>
          legend={words.type}
          value={type}
          onChange={(next) => void navigate({ search: { type: next }, replace: true })}
          cards={APPLICATION_TYPES.map((one) => ({
            value: one,
            title: texts.types[one].name,
            detail: (
              <>
                <span className="block">
                  <TypeDrawing type={one} />
                </span>
                <span className="block text-base text-ink">{texts.types[one].detail}</span>
                <span className="mt-1 block">{texts.types[one].needs}</span>
              </>
            ),
          }))}
        />
        {type && (
          <Card className="grid gap-5">
            <div className="grid gap-5 md:grid-cols-2">
              <Field
                label={words.name}
                hint={type === "service" ? undefined : words.nameHint}
                required
                error={problem?.about("/name")}
              >
                <TextInput value={name} onChange={setName} maxLength={200} autoComplete="off" />
              </Field>
              <Field label={words.clientId} hint={words.clientIdHint} error={problem?.about("/client_id")}>
                <TextInput
                  className="font-mono"
                  value={clientId}
                  onChange={setClientId}
                  maxLength={128}
                  autoComplete="off"
                  spellCheck={false}
                />
              </Field>
            </div>
            {signsUsersIn(type) && (
              <>
                <UriList
                  legend={words.redirectUris}
                  hint={words.redirectHint[type]}
                  value={redirectUris}
                  onChange={setRedirectUris}
                  label={words.uri}
                  addLabel={words.addUri}
                  errorOf={(index) =>
                    redirectUris[index]?.trim() === ""
                      ? undefined
                      : problem?.about(`/redirect_uris/${sentPlace(index)}`)
                  }
                  error={problem?.about("/redirect_uris")}
                />
                <Checkbox
                  label={words.firstParty}
                  detail={words.firstPartyHint}
                  checked={firstParty}
                  onChange={setFirstParty}
                />
              </>
            )}
            {create.error && !isShownAtFields(create.error, FIELDS) && <ErrorNotice error={create.error} />}
            <div className="flex flex-wrap items-center justify-end gap-2 border-t pt-4">
              <span className="me-auto">
                <ApiCall call={describeCall("POST /applications", { body })} />
              </span>
              <LinkButton to="/applications">{words.cancel}</LinkButton>
              <Button
                type="submit"
                kind="primary"
                loading={create.isPending}
                disabled={name.trim() === "" && clientId.trim() === ""}
              >
                {words.submit}
              </Button>
            </div>
          </Card>
        )}
      </form>
      <LeaveGuard when={isTyped} />
    </>
  );
}

interface Entered {
  readonly type: ApplicationType;
  readonly name: string;
  readonly clientId: string;
  readonly redirectUris: readonly string[];
  readonly firstParty: boolean;
}

const bodyOf = ({ type, name, clientId, redirectUris, firstParty }: Entered): NewApplication => ({
  type,
  ...(name.trim() !== "" && { name: name.trim() }),
  ...(clientId.trim() !== "" && { client_id: clientId.trim() }),
  ...(signsUsersIn(type) && {
    redirect_uris: redirectUris.map((uri) => uri.trim()).filter((uri) => uri !== ""),
    first_party: firstParty,
    // Signing in alone needs no consent. The administrator adds other scopes under Permissions.
    delegated: [{ scope: "openid", consent: "implicit" as const }],
  }),
});
