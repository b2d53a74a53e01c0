import { useNavigate } from "@tanstack/react-router";
import { type Answer, callApi, describeCall } from "../../api/call-api.ts";
import { ApiProblem } from "../../api/problem.ts";
import { useWrite } from "../../api/use-api.ts";
import { useDraft, type Versioned } from "../../api/use-draft.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { SaveBar } from "../../ui/save-bar.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { changeDraft, putRole } from "../draft/draft-store.ts";
import { type Role, type TypedRole, typeRole, writeRole } from "./role.ts";
import { RoleFields } from "./role-fields.tsx";
import { rolesTexts } from "./texts.ts";

export function RoleEditor({ read }: { readonly read: Answer<"GET /roles/{name}"> }) {
  const texts = useTexts(rolesTexts);
  const navigate = useNavigate();
  const toast = useToast();
  const put = useWrite("PUT /roles/{name}");
  const stored = versioned(read);
  const { name } = stored.value;
  const describe = (onto: Versioned<Role>, part: TypedRole) => ({
    params: { name },
    body: writeRole(part),
    ifMatch: onto.etag,
  });
  const draft = useDraft<Role, TypedRole>({
    stored,
    pick: typeRole,
    read: async () => versioned(await callApi("GET /roles/{name}", { params: { name } })),
    write: (onto, part) => put.mutateAsync(describe(onto, part)),
  });

  const seeFirst = () => {
    const before = typeRole(stored.value);
    changeDraft(putRole({ name, role: draft.part, before, etag: stored.etag }));
    // Nothing is lost by leaving: the draft has it.
    void navigate({ to: "/draft", ignoreBlocker: true });
  };

  return (
    <Card className="grid max-w-4xl gap-5">
      <RoleFields
        typed={draft.part}
        onChange={draft.change}
        problem={draft.error instanceof ApiProblem ? draft.error : undefined}
      />
      <SaveBar
        draft={draft}
        labels={{ description: texts.descriptionLabel, inherits: texts.inherits, grants: texts.grants }}
        call={describeCall("PUT /roles/{name}", describe(stored, draft.part))}
        more={
          <Button icon="draft" disabled={!draft.dirty} onClick={seeFirst}>
            {texts.tryFirst}
          </Button>
        }
        onSaved={() => toast({ title: texts.saved })}
      />
    </Card>
  );
}

const versioned = ({ body, etag }: Answer<"GET /roles/{name}">): Versioned<Role> => ({ value: body, etag });
