import type { ApiProblem } from "../../api/problem.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import type { RoleInput } from "../access/role.ts";
import { Field } from "../fields/field.tsx";
import { searchRoles } from "../principals/search-options.ts";
import { MultiPicker } from "../search/multi-picker.tsx";
import { GrantsEditor } from "./grants-editor.tsx";
import { rolesTexts } from "./texts.ts";

interface RoleFieldsProps {
  readonly typed: RoleInput;
  onChange(typed: RoleInput): void;
  readonly problem?: ApiProblem | undefined;
  readonly pointer?: string;
}

/** The fields of a role except its name. */
export function RoleFields({ typed, onChange, problem, pointer = "" }: RoleFieldsProps) {
  const texts = useTexts(rolesTexts);
  const set = (change: Partial<RoleInput>) => onChange({ ...typed, ...change });
  return (
    <>
      <Field label={texts.descriptionLabel} error={problem?.about(`${pointer}/description`)}>
        <TextInput value={typed.description} onChange={(description) => set({ description })} />
      </Field>
      <Field
        label={texts.inherits}
        hint={texts.inheritsHint}
        error={problem?.about(`${pointer}/inherits`, true)}
      >
        <MultiPicker
          value={typed.inherits.map((name) => ({ value: name, label: name }))}
          onChange={(chosen) => set({ inherits: chosen.map(({ value }) => value) })}
          search={searchRoles}
          placeholder={texts.inheritsPlaceholder}
        />
      </Field>
      <GrantsEditor
        grants={typed.grants}
        onChange={(grants) => set({ grants })}
        problem={problem}
        pointer={pointer}
      />
    </>
  );
}
