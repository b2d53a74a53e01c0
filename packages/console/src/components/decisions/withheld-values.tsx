import { useTexts } from "../../texts/use-texts.tsx";
import { permissionTexts } from "../permissions/permission-texts.ts";

interface WithheldValuesProps {
  /** As an explanation names them; absent when every value is shown. */
  readonly withheld: readonly { readonly input: string; readonly lacking: readonly string[] }[] | undefined;
}

/** Says which values of a condition the account may not read, and what it would need. */
export function WithheldValues({ withheld = [] }: WithheldValuesProps) {
  const texts = useTexts(permissionTexts);
  return withheld.map(({ input, lacking }) => (
    <span key={input} className="block text-sm text-muted">
      {texts.valuesWithheld(input, lacking)}
    </span>
  ));
}
