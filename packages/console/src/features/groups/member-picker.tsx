import { useMemo } from "react";
import { createPrincipalSearch } from "../../components/principals/search-options.ts";
import { principalTexts } from "../../components/principals/texts.ts";
import { MultiPicker } from "../../components/search/multi-picker.tsx";
import type { Option } from "../../components/search/option.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { groupsTexts } from "./texts.ts";

interface MemberPickerProps {
  readonly value: readonly Option[];
  onChange(value: readonly Option[]): void;
  readonly label?: string;
}

/** Selects several users and groups. */
export function MemberPicker(props: MemberPickerProps) {
  const { membersPlaceholder } = useTexts(groupsTexts);
  const words = useTexts(principalTexts);
  const search = useMemo(
    () => createPrincipalSearch(words, { kinds: ["user", "group"], everyUser: false }),
    [words],
  );
  return <MultiPicker {...props} search={search} placeholder={membersPlaceholder} />;
}
