import { useMemo } from "react";
import { Field } from "../../components/fields/field.tsx";
import { usePrincipalNames } from "../../components/principals/use-principal-names.ts";
import { Combobox } from "../../components/search/combobox.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { searchClients } from "./search-options.ts";
import { playgroundTexts } from "./texts.ts";

interface ClientFieldProps {
  readonly value: string | undefined;
  onChange(value: string | undefined): void;
  readonly error: string | undefined;
}

/** An access account is shown with the application that it acts for. */
export function ClientField({ value, onChange, error }: ClientFieldProps) {
  const texts = useTexts(playgroundTexts);
  const isAccount = value?.startsWith("ak_") ?? false;
  const principal = value && `${isAccount ? "access_account" : "application"}:${value}`;
  const nameOf = usePrincipalNames(principal ? [principal] : []);
  const { label, detail } = principal ? nameOf(principal) : {};
  const option = useMemo(
    () => (value === undefined || label === undefined ? undefined : { value, label }),
    [value, label],
  );
  return (
    <Field
      label={texts.client}
      hint={isAccount && detail !== undefined ? texts.accountOf(detail) : texts.clientHint}
      error={error}
      required
    >
      <Combobox value={option} onChange={(next) => onChange(next?.value)} search={searchClients} />
    </Field>
  );
}
