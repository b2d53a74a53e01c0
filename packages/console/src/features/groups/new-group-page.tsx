import { issueAt } from "../../api/issue-at.ts";
import { Field } from "../../components/fields/field.tsx";
import { NameField } from "../../components/fields/name-field.tsx";
import { NewEntityPage } from "../../components/pages/new-entity-page.tsx";
import type { Option } from "../../components/search/option.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { MemberPicker } from "./member-picker.tsx";
import { groupsTexts } from "./texts.ts";

const UNTOUCHED = { name: "", description: "", members: [] as readonly Option[] };

export function NewGroupPage() {
  const texts = useTexts(groupsTexts);
  return (
    <NewEntityPage
      kind="group"
      texts={texts}
      untouched={UNTOUCHED}
      isComplete={({ name }) => name.trim() !== ""}
      bodyOf={bodyOf}
      hasTakenField
    >
      {({ typed, change, error, tried }) => (
        <>
          <NameField
            value={typed.name}
            onChange={(name) => change({ name })}
            texts={texts}
            error={error}
            tried={tried}
          />
          <Field label={texts.descriptionLabel} error={issueAt(error, "/description")}>
            <TextInput value={typed.description} onChange={(description) => change({ description })} />
          </Field>
          <Field label={texts.members} hint={texts.membersHint} error={issueAt(error, "/members", true)}>
            <MemberPicker value={typed.members} onChange={(members) => change({ members })} />
          </Field>
        </>
      )}
    </NewEntityPage>
  );
}

const bodyOf = ({ name, description, members }: typeof UNTOUCHED) => ({
  name: name.trim(),
  ...(description.trim() !== "" && { description: description.trim() }),
  members: members.map(({ value }) => value),
});
