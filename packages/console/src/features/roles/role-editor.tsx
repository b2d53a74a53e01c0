import { useNavigate } from "@tanstack/react-router";
import { type Answer, callApi, describeCall } from "../../api/call-api.ts";
import { ApiProblem } from "../../api/problem.ts";
import { useWrite } from "../../api/use-api.ts";
import { useFormDraft, type Versioned } from "../../api/use-form-draft.ts";
import { type Role, type RoleInput, roleBodyFrom, roleInputFrom } from "../../components/access/role.ts";
import { changeDraft, putRole } from "../../components/draft/draft-store.ts";
import { SaveBar } from "../../components/forms/save-bar.tsx";
import { EditableBy } from "../../components/permissions/editable-by.tsx";
import { PermittedButton } from "../../components/permissions/permitted-button.tsx";
import { useToast } from "../../components/problems/toasts.tsx";
import { RoleFields } from "../../components/roles/role-fields.tsx";
import { rolesTexts } from "../../components/roles/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Card } from "../../ui/layout/card.tsx";

export function RoleEditor({ read }: { readonly read: Answer<"GET /roles/{name}"> }) {
  const texts = useTexts(rolesTexts);
  const navigate = useNavigate();
  const toast = useToast();
  const put = useWrite("PUT /roles/{name}");
  const stored = versioned(read);
  const { name } = stored.value;
  const describe = (onto: Versioned<Role>, part: RoleInput) => ({
    params: { name },
    body: roleBodyFrom(part),
    ifMatch: onto.etag,
  });
  const create = useWrite("POST /roles");
  const draft = useFormDraft<Role, RoleInput>({
    of: name,
    stored,
    pick: roleInputFrom,
    read: async () => versioned(await callApi("GET /roles/{name}", { params: { name } })),
    write: (onto, part) => put.mutateAsync(describe(onto, part)),
    create: (part) => create.mutateAsync({ body: { name, ...roleBodyFrom(part) } }),
  });

  const addToDraft = () => {
    changeDraft(putRole({ name, role: draft.part, before: draft.from.value, etag: draft.from.etag }));
    // Leaving loses nothing, because the draft has the input.
    void navigate({ to: "/draft", ignoreBlocker: true });
  };

  return (
    <Card className="flex max-w-4xl flex-col gap-5">
      <EditableBy
        permission="roles.write"
        end={
          <SaveBar
            draft={draft}
            labels={{ description: texts.descriptionLabel, inherits: texts.inherits, grants: texts.grants }}
            call={describeCall("PUT /roles/{name}", describe(stored, draft.part))}
            more={
              <PermittedButton icon="draft" needs="simulate" disabled={!draft.dirty} onClick={addToDraft}>
                {texts.tryFirst}
              </PermittedButton>
            }
            onSaved={() => toast({ title: texts.saved })}
          />
        }
      >
        <RoleFields
          typed={draft.part}
          onChange={draft.change}
          problem={draft.error instanceof ApiProblem ? draft.error : undefined}
        />
      </EditableBy>
    </Card>
  );
}

const versioned = ({ body, etag }: Answer<"GET /roles/{name}">): Versioned<Role> => ({ value: body, etag });
