import { useTexts } from "../../texts/use-texts.tsx";
import { permissionTexts } from "../permissions/permission-texts.ts";

interface WithheldValuesProps {
  /** The names of the withheld values; absent if every value is shown. */
  readonly withheld: readonly { readonly input: string; readonly lacking: readonly string[] }[] | undefined;
}

/** Lists the values of a condition that the user may not read, and the required permission. */
export function WithheldValues({ withheld = [] }: WithheldValuesProps) {
  const texts = useTexts(permissionTexts);
  return withheld.map(({ input, lacking }) => (
    <span key={input} className="block text-sm text-muted">
      {texts.valuesWithheld(input, lacking)}
    </span>
  ));
}
