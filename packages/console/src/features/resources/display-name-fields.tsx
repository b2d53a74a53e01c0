import { issueAt } from "../../api/issue-at.ts";
import { Field } from "../../components/fields/field.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import type { Description } from "./resource.ts";
import { LANGUAGES, resourcesTexts } from "./texts.ts";

interface DisplayNameFieldsProps {
  /** Empty if users read the technical name. */
  readonly names: Description;
  onChange(names: Description): void;
  readonly error: unknown;
}

/** Edits the name that users read on the consent and account pages. */
export function DisplayNameFields({ names, onChange, error }: DisplayNameFieldsProps) {
  const texts = useTexts(resourcesTexts);
  return (
    <div className="grid items-start gap-x-4 gap-y-5 md:grid-cols-2">
      {LANGUAGES.map((language) => {
        const { [language]: name = "", ...others } = names;
        const isFallback = language === "en";
        const said =
          issueAt(error, `/display_name/${language}`) ??
          (isFallback ? issueAt(error, "/display_name") : undefined);
        const isMissing = isFallback && name === "" && Object.keys(others).length > 0;
        return (
          <Field
            key={language}
            label={texts.displayNameIn[language]}
            {...(isFallback && { hint: texts.displayNameHint })}
            error={said ?? (isMissing ? texts.displayNameMissing : undefined)}
          >
            <TextInput
              lang={language}
              value={name}
              onChange={(next) => onChange(next === "" ? others : { ...others, [language]: next })}
              autoComplete="off"
            />
          </Field>
        );
      })}
    </div>
  );
}
