import { describeCall } from "../../../api/call-api.ts";
import { useWrite } from "../../../api/use-api.ts";
import { useFormDraft, type Versioned } from "../../../api/use-form-draft.ts";
import { SaveBar } from "../../../components/forms/save-bar.tsx";
import { EditableBy } from "../../../components/permissions/editable-by.tsx";
import { useToast } from "../../../components/problems/toasts.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Copyable } from "../../../ui/button/copyable.tsx";
import { Time } from "../../../ui/display/time.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { KeyValue } from "../../../ui/layout/key-value.tsx";
import { userTexts } from "../texts.ts";
import { readUser, type User } from "../user.ts";
import { useUser } from "../user-context.ts";
import { type Profile, profileFrom, userBodyFrom } from "./profile.ts";
import { ProfileFields } from "./profile-fields.tsx";

export function ProfileTab() {
  const texts = useTexts(userTexts);
  const toast = useToast();
  const stored = useUser();
  const { id } = stored.value;
  const put = useWrite("PUT /users/{id}");
  const describe = (onto: Versioned<User>, part: Profile) => ({
    params: { id },
    body: userBodyFrom(part),
    ifMatch: onto.etag,
  });
  const draft = useFormDraft<User, Profile>({
    of: id,
    stored,
    pick: profileFrom,
    read: () => readUser(id),
    async write(onto, part) {
      if (!part.attributes) throw new Error(texts.attributesInvalid);
      await put.mutateAsync(describe(onto, part));
    },
  });
  const { part, change, error } = draft;
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <Card className="grid gap-5">
        <EditableBy
          permission="users.write"
          end={
            <SaveBar
              draft={draft}
              labels={{
                username: texts.username,
                name: texts.name,
                email: texts.email,
                attributes: texts.attributes,
              }}
              call={describeCall("PUT /users/{id}", describe(stored, part))}
              onSaved={() => toast({ title: texts.saved })}
            />
          }
        >
          <ProfileFields profile={part} onChange={change} error={error} />
        </EditableBy>
      </Card>
      <Card>
        <Facts user={stored.value} />
      </Card>
    </div>
  );
}

function Facts({ user }: { readonly user: User }) {
  const { facts } = useTexts(userTexts);
  return (
    <KeyValue
      stacked
      rows={[
        { key: facts.id, value: <Copyable text={user.id} />, hint: facts.idHint },
        { key: facts.created, value: <Time at={user.created_at} /> },
        { key: facts.updated, value: <Time at={user.updated_at} /> },
      ]}
    />
  );
}
