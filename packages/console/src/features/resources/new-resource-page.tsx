import { useNavigate } from "@tanstack/react-router";
import { type BodyOf, describeCall } from "../../api/call-api.ts";
import { issueAt } from "../../api/issue-at.ts";
import { useWrite } from "../../api/use-api.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { Field } from "../../components/fields/field.tsx";
import { NewForm } from "../../components/forms/new-form.tsx";
import { FormProblem } from "../../components/problems/form-problem.tsx";
import { useToast } from "../../components/problems/toasts.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { useFormInput } from "../../ui/form/use-form-input.ts";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { ResourceFields, type ResourceParts } from "./overview/resource-fields.tsx";
import {
  actionsOf,
  areComplete,
  DEFAULT_ALGORITHM,
  DEFAULT_TOKEN_TYPE,
  displayNameMember,
} from "./resource.ts";
import { resourcesTexts } from "./texts.ts";

type Typed = ResourceParts & { readonly name: string };

const UNTOUCHED: Typed = {
  name: "",
  display_name: {},
  identifier: "",
  signing_alg: DEFAULT_ALGORITHM,
  access_token_type: DEFAULT_TOKEN_TYPE,
  // Nearly every API has these actions; the user can change them.
  actions: [
    { name: "read", description: {} },
    { name: "write", description: {} },
  ],
};
const FIELDS = ["/name", "/display_name", "/identifier", "/signing_alg", "/access_token_type", "/actions"];

export function NewResourcePage() {
  const texts = useTexts(resourcesTexts);
  const navigate = useNavigate();
  const toast = useToast();
  const { typed, change, dirty, tried, setTried } = useFormInput(UNTOUCHED);
  const create = useWrite("POST /resources");
  const { error } = create;

  const submit = () => {
    setTried(true);
    const isFilled = typed.name !== "" && typed.identifier !== "";
    if (!isFilled || !areComplete(typed.actions)) return;
    create.mutate(
      { body: bodyOf(typed) },
      {
        onSuccess: ({ body: { name } }) => {
          toast({ title: texts.created });
          void navigate({ to: "/resources/$name", params: { name }, ignoreBlocker: true });
        },
      },
    );
  };

  return (
    <>
      <PageHeader
        title={texts.createTitle}
        description={texts.createDescription}
        breadcrumbs={[{ label: texts.title, place: { to: "/resources" } }]}
        actions={<ApiCall call={describeCall("POST /resources", { body: bodyOf(typed) })} />}
      />
      <NewForm
        list={{ to: "/resources" }}
        dirty={dirty}
        onSubmit={submit}
        wide
        buttons={
          <Button type="submit" kind="primary" loading={create.isPending}>
            {texts.create}
          </Button>
        }
      >
        <FormProblem error={error} title={texts.notCreated} fields={FIELDS} />
        <Field
          label={texts.name}
          hint={texts.nameHint}
          error={issueAt(error, "/name") ?? (tried && typed.name === "" ? texts.missing : undefined)}
          className="max-w-md"
          required
        >
          <TextInput
            className="font-mono"
            placeholder="orders"
            value={typed.name}
            onChange={(name) => change({ name })}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        </Field>
        <ResourceFields parts={typed} onChange={change} error={error} tried={tried} />
      </NewForm>
    </>
  );
}

const bodyOf = ({ actions, display_name, ...typed }: Typed): BodyOf<"POST /resources"> => ({
  ...typed,
  ...displayNameMember(display_name),
  actions: actionsOf(actions),
});
