import { useMemo } from "react";
import { Field } from "../../components/fields/field.tsx";
import { usePrincipalNames } from "../../components/principals/use-principal-names.ts";
import { Combobox } from "../../components/search/combobox.tsx";
import { searchUsers } from "./search-options.ts";

interface UserFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly placeholder: string;
  readonly required?: boolean;
  readonly value: string | undefined;
  onChange(value: string | undefined): void;
  readonly error: string | undefined;
}

export function UserField({ value, onChange, placeholder, required = false, ...field }: UserFieldProps) {
  const nameOf = usePrincipalNames(value === undefined ? [] : [`user:${value}`]);
  const label = value === undefined ? undefined : nameOf(`user:${value}`).label;
  const option = useMemo(
    () => (value === undefined || label === undefined ? undefined : { value, label }),
    [value, label],
  );
  return (
    <Field {...field} required={required}>
      <Combobox
        value={option}
        onChange={(next) => onChange(next?.value)}
        search={searchUsers}
        placeholder={placeholder}
      />
    </Field>
  );
}
