import { issueAt } from "../../../api/issue-at.ts";
import { Field } from "../../../components/fields/field.tsx";
import { RadioCards } from "../../../components/fields/radio-cards.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { DisplayNameFields } from "../display-name-fields.tsx";
import { ACCESS_TOKEN_TYPES, type ResourceParts, SIGNING_ALGORITHMS } from "../resource.ts";
import { resourcesTexts } from "../texts.ts";
import { ActionsEditor } from "./actions-editor.tsx";

interface ResourceFieldsProps {
  readonly parts: ResourceParts;
  onChange(change: Partial<ResourceParts>): void;
  readonly error: unknown;
  /** The user tried to submit, so missing values show an issue. */
  readonly tried: boolean;
}

export function ResourceFields({ parts, onChange, error, tried }: ResourceFieldsProps) {
  const texts = useTexts(resourcesTexts);
  return (
    <>
      <DisplayNameFields
        names={parts.display_name}
        onChange={(display_name) => onChange({ display_name })}
        error={error}
      />
      <Field
        label={texts.identifier}
        hint={texts.identifierHint}
        error={
          issueAt(error, "/identifier") ?? (tried && parts.identifier === "" ? texts.missing : undefined)
        }
        required
      >
        <TextInput
          className="font-mono"
          inputMode="url"
          placeholder="https://orders.example.com"
          value={parts.identifier}
          onChange={(identifier) => onChange({ identifier })}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <ActionsEditor
        rows={parts.actions}
        onChange={(actions) => onChange({ actions })}
        error={error}
        tried={tried}
      />
      <RadioCards
        legend={texts.algorithm}
        hint={texts.algorithmHint}
        error={issueAt(error, "/signing_alg")}
        columns={3}
        value={parts.signing_alg}
        onChange={(signing_alg) => onChange({ signing_alg })}
        cards={SIGNING_ALGORITHMS.map((value) => ({ value, title: value, detail: texts.algorithms[value] }))}
      />
      <RadioCards
        legend={texts.tokenType}
        hint={texts.tokenTypeHint}
        error={issueAt(error, "/access_token_type")}
        columns={2}
        value={parts.access_token_type}
        onChange={(access_token_type) => onChange({ access_token_type })}
        cards={ACCESS_TOKEN_TYPES.map((value) => ({ value, title: value, detail: texts.tokenTypes[value] }))}
      />
    </>
  );
}
