import { useMemo } from "react";
import { useLanguage, useTexts } from "../../texts/use-texts.tsx";
import { Combobox } from "../search/combobox.tsx";
import { PRINCIPAL_TYPES } from "./principal.ts";
import {
  createPermissionSearch,
  createPrincipalSearch,
  searchInstances,
  searchRoles,
} from "./search-options.ts";
import { principalTexts } from "./texts.ts";
import { usePrincipalNames } from "./use-principal-names.ts";

interface PickerProps {
  /** `""` for none. */
  readonly value: string;
  onChange(value: string): void;
  /** The accessible name if no field around it provides one. */
  readonly label?: string;
  readonly placeholder?: string;
}

/** Picks a principal: a user, a group, an application, an access account, or all users. */
export function PrincipalPicker({
  value,
  everyUser = true,
  ...rest
}: PickerProps & { readonly everyUser?: boolean }) {
  const texts = useTexts(principalTexts);
  const nameOf = usePrincipalNames(value === "" ? [] : [value]);
  const search = useMemo(
    () => createPrincipalSearch(texts, { kinds: PRINCIPAL_TYPES, everyUser }),
    [texts, everyUser],
  );
  return <Picker {...rest} value={value} shown={value === "" ? "" : nameOf(value).label} search={search} />;
}

export const RolePicker = (props: PickerProps) => (
  <Picker {...props} shown={props.value} search={searchRoles} />
);

/** `patterns` also offers `orders:*`. */
export function PermissionPicker({ patterns, ...rest }: PickerProps & { readonly patterns: boolean }) {
  const { everyAction } = useTexts(principalTexts);
  const { language } = useLanguage();
  const search = useMemo(
    () => createPermissionSearch({ language, ...(patterns && { everyAction }) }),
    [language, patterns, everyAction],
  );
  return <Picker {...rest} shown={rest.value} search={search} />;
}

export const InstancePicker = (props: PickerProps) => (
  <Picker {...props} shown={props.value} search={searchInstances} />
);

interface AnyPickerProps extends PickerProps {
  readonly shown: string;
  readonly search: typeof searchRoles;
}

function Picker({ value, shown, onChange, ...rest }: AnyPickerProps) {
  const option = useMemo(() => (value === "" ? undefined : { value, label: shown }), [value, shown]);
  return <Combobox {...rest} value={option} onChange={(next) => onChange(next?.value ?? "")} />;
}
