import { useMemo } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { MultiPicker } from "../../ui/multi-picker.tsx";
import type { Option } from "../../ui/option.ts";
import { createPrincipalSearch } from "../assignments/search-options.ts";
import { assignmentsTexts } from "../assignments/texts.ts";
import { groupsTexts } from "./texts.ts";

interface MemberPickerProps {
  readonly value: readonly Option[];
  onChange(value: readonly Option[]): void;
  readonly label?: string;
}

/** Several users and groups. */
export function MemberPicker(props: MemberPickerProps) {
  const { membersPlaceholder } = useTexts(groupsTexts);
  const words = useTexts(assignmentsTexts);
  const search = useMemo(
    () => createPrincipalSearch(words, { kinds: ["user", "group"], everybody: false }),
    [words],
  );
  return <MultiPicker {...props} search={search} placeholder={membersPlaceholder} />;
}
