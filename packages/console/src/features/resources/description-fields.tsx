import { issueAt } from "../../api/issue-at.ts";
import { Field } from "../../components/fields/field.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import type { Description } from "./resource.ts";
import { resourcesTexts } from "./texts.ts";

/** Those of the pages that users see. English stands in where another is missing. */
const LANGUAGES = ["en", "zh"] as const;

interface DescriptionFieldsProps {
  readonly description: Description;
  onChange(description: Description): void;
  readonly error: unknown;
  /** Where the description stands in what is sent. */
  readonly pointer?: string;
  /** Somebody tried to go on: what is missing is said. */
  readonly tried: boolean;
  readonly className?: string;
}

/** What users read about a permission when they are asked for it. */
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
