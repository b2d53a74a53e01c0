import { type Answer, type AnswerOf, callApi, describeCall } from "../../api/call-api.ts";
import { ApiProblem } from "../../api/problem.ts";
import { useWrite } from "../../api/use-api.ts";
import { useFormDraft, type Versioned } from "../../api/use-form-draft.ts";
import { Field } from "../../components/fields/field.tsx";
import { SaveBar } from "../../components/forms/save-bar.tsx";
import { EditableBy } from "../../components/permissions/editable-by.tsx";
import { useToast } from "../../components/problems/toasts.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { groupsTexts } from "./texts.ts";

type Group = AnswerOf<"GET /groups/{name}">;
interface Settings {
  readonly description: string;
}

/** The body omits the members on purpose, so that the group keeps them. */
const bodyOf = ({ description }: Settings) =>
  description.trim() === "" ? {} : { description: description.trim() };
const versioned = ({ body, etag }: Answer<"GET /groups/{name}">): Versioned<Group> => ({ value: body, etag });

export function GroupSettings({ read }: { readonly read: Answer<"GET /groups/{name}"> }) {
  const texts = useTexts(groupsTexts);
  const toast = useToast();
  const put = useWrite("PUT /groups/{name}");
  const stored = versioned(read);
  const { name } = stored.value;
  const describe = (onto: Versioned<Group>, part: Settings) => ({
    params: { name },
    body: bodyOf(part),
    ifMatch: onto.etag,
  });
  const create = useWrite("POST /groups");
  const draft = useFormDraft<Group, Settings>({
    of: name,
    stored,
    pick: ({ description = "" }) => ({ description }),
    read: async () => versioned(await callApi("GET /groups/{name}", { params: { name } })),
    write: (onto, part) => put.mutateAsync(describe(onto, part)),
    create: (part) => create.mutateAsync({ body: { name, ...bodyOf(part) } }),
  });
  const problem = draft.error instanceof ApiProblem ? draft.error : undefined;
  return (
    <Card className="grid max-w-3xl gap-5">
      <EditableBy
        permission="groups.write"
        end={
          <SaveBar
            draft={draft}
            labels={{ description: texts.descriptionLabel }}
            call={describeCall("PUT /groups/{name}", describe(stored, draft.part))}
            onSaved={() => toast({ title: texts.saved })}
          />
        }
      >
        <Field label={texts.descriptionLabel} error={problem?.about("/description")}>
          <TextInput
            value={draft.part.description}
            onChange={(description) => draft.change({ description })}
          />
        </Field>
      </EditableBy>
    </Card>
  );
}
