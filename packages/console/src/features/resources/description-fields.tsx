import { issueAt } from "../../api/issue-at.ts";
import { Field } from "../../components/fields/field.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import type { Description } from "./resource.ts";
import { LANGUAGES, resourcesTexts } from "./texts.ts";

interface DescriptionFieldsProps {
  readonly description: Description;
  onChange(description: Description): void;
  readonly error: unknown;
  /** JSON pointer of the description in the request body. */
  readonly pointer?: string;
  /** The user tried to submit, so missing values show an issue. */
  readonly tried: boolean;
  readonly className?: string;
}

/** Edits the description of a permission that the consent page shows. */
export function DescriptionFields(props: DescriptionFieldsProps) {
  const { description, onChange, error, pointer = "/description", tried, className = "" } = props;
  const texts = useTexts(resourcesTexts);
  return LANGUAGES.map((language) => {
    const { [language]: text = "", ...others } = description;
    const isNeeded = language === "en";
    const said = issueAt(error, `${pointer}/${language}`) ?? (isNeeded ? issueAt(error, pointer) : undefined);
    return (
      <Field
        key={language}
        label={texts.descriptionIn[language]}
        error={said ?? (tried && isNeeded && text === "" ? texts.missing : undefined)}
        required={isNeeded}
        className={className}
      >
        <TextInput
          lang={language}
          value={text}
          onChange={(next) => onChange(next === "" ? others : { ...others, [language]: next })}
          autoComplete="off"
        />
      </Field>
    );
  });
}
