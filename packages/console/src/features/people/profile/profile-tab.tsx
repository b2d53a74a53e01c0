import { describeCall } from "../../../api/call-api.ts";
import { problemAt } from "../../../api/problem-at.ts";
import { useWrite } from "../../../api/use-api.ts";
import { useDraft, type Versioned } from "../../../api/use-draft.ts";
import { EditableBy } from "../../../auth/editable-by.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Card } from "../../../ui/card.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Copyable } from "../../../ui/copyable.tsx";
import { Field } from "../../../ui/field.tsx";
import { KeyValue } from "../../../ui/key-value.tsx";
import { ObjectEditor } from "../../../ui/object-editor.tsx";
import type { JsonObject } from "../../../ui/object-rows.ts";
import { SaveBar } from "../../../ui/save-bar.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { Time } from "../../../ui/time.tsx";
import { useToast } from "../../../ui/toasts.tsx";
import { usePerson } from "../person-context.ts";
import { peopleTexts } from "../texts.ts";
import { isEnabled, readUser, type User, type UserBody } from "../user.ts";

interface Profile {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly enabled: boolean;
  /** Undefined while they are not valid. */
  readonly attributes: JsonObject | undefined;
}

const pick = (user: User): Profile => ({
  username: user.username,
  name: user.name ?? "",
  email: user.email ?? "",
  enabled: isEnabled(user),
  attributes: user.attributes ?? {},
});

const bodyOf = ({ username, name, email, enabled, attributes }: Profile): UserBody => ({
  username,
  ...(name !== "" && { name }),
  ...(email !== "" && { email }),
  enabled,
  attributes: attributes ?? {},
});

export function ProfileTab() {
  const texts = useTexts(peopleTexts);
  const toast = useToast();
  const stored = usePerson();
  const { id } = stored.value;
  const put = useWrite("PUT /users/{id}");
  const describe = (onto: Versioned<User>, part: Profile) => ({
    params: { id },
    body: bodyOf(part),
    ifMatch: onto.etag,
  });
  const draft = useDraft<User, Profile>({
    of: id,
    stored,
    pick,
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
          right="users.write"
          end={
            <SaveBar
              draft={draft}
              labels={{
                name: texts.name,
                email: texts.email,
                username: texts.username,
                attributes: texts.attributes,
                enabled: texts.enabled,
              }}
              call={describeCall("PUT /users/{id}", describe(stored, part))}
              onSaved={() => toast({ title: texts.saved })}
            />
          }
        >
          <div className="grid gap-5 md:grid-cols-2">
            <Field label={texts.name} hint={texts.nameHint} error={problemAt(error, "/name")}>
              <TextInput value={part.name} onChange={(name) => change({ name })} autoComplete="off" />
            </Field>
            <Field label={texts.email} error={problemAt(error, "/email")}>
              <TextInput
                type="email"
                value={part.email}
                onChange={(email) => change({ email })}
                autoComplete="off"
              />
            </Field>
            <Field
              label={texts.username}
              hint={texts.usernameHint}
              error={problemAt(error, "/username")}
              required
            >
              <TextInput
                value={part.username}
                onChange={(username) => change({ username })}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
              />
            </Field>
          </div>
          <ObjectEditor
            label={texts.attributes}
            hint={texts.attributesHint}
            error={problemAt(error, "/attributes", true)}
            value={part.attributes}
            onChange={(attributes) => change({ attributes })}
          />
          <Checkbox
            label={texts.enabled}
            detail={texts.enabledHint}
            checked={part.enabled}
            onChange={(enabled) => change({ enabled })}
          />
        </EditableBy>
      </Card>
      <Card>
        <Facts user={stored.value} />
      </Card>
    </div>
  );
}

function Facts({ user }: { readonly user: User }) {
  const { facts } = useTexts(peopleTexts);
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
