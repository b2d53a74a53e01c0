import { useShown } from "../../../components/pages/entity-context.ts";
import { EntityForm } from "../../../components/pages/entity-form.tsx";
import { useEntityDraft } from "../../../components/pages/use-entity-draft.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Copyable } from "../../../ui/button/copyable.tsx";
import { Time } from "../../../ui/display/time.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { KeyValue } from "../../../ui/layout/key-value.tsx";
import { userTexts } from "../texts.ts";
import type { User } from "../user.ts";
import { profileFrom, userBodyFrom } from "./profile.ts";
import { ProfileFields } from "./profile-fields.tsx";

export function ProfileTab() {
  const texts = useTexts(userTexts);
  const stored = useShown("user");
  const edit = useEntityDraft("user", {
    stored,
    pick: profileFrom,
    bodyOf: userBodyFrom,
    check({ attributes }) {
      if (!attributes) throw new Error(texts.attributesInvalid);
    },
  });
  const { part, change, error } = edit.draft;
  const { username, name, email, attributes } = texts;
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <Card className="grid gap-5">
        <EntityForm {...edit} kind="user" labels={{ username, name, email, attributes }} saved={texts.saved}>
          <ProfileFields profile={part} onChange={change} error={error} />
        </EntityForm>
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
