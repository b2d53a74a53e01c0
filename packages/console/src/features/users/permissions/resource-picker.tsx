import { useMemo } from "react";
import { callApi } from "../../../api/call-api.ts";
import { Combobox } from "../../../components/search/combobox.tsx";
import type { Option } from "../../../components/search/option.ts";
import type { Search } from "../../../components/search/use-search.ts";

const SHOWN = 20;

const searchResources: Search<Option> = async (search, signal) => {
  const query = { limit: SHOWN, ...(search !== "" && { search }) };
  const { body } = await callApi("GET /resources", { query, signal });
  return body.items.map(({ name, identifier }) => ({ value: name, label: name, detail: identifier }));
};

interface ResourcePickerProps {
  /** `""` for none. */
  readonly value: string;
  onChange(value: string): void;
  readonly label: string;
}

export function ResourcePicker({ value, onChange, label }: ResourcePickerProps) {
  const option = useMemo(() => (value === "" ? undefined : { value, label: value }), [value]);
  return (
    <Combobox
      value={option}
      onChange={(next) => onChange(next?.value ?? "")}
      search={searchResources}
      label={label}
      placeholder={label}
    />
  );
}
