import { findWord } from "../../texts/find-word.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { permissionTexts } from "../permissions/permission-texts.ts";

/** Lists the kinds that the search skipped, so that they do not look empty. */
export function UnsearchedKinds({ permissions }: { readonly permissions: readonly string[] }) {
  const texts = useTexts(permissionTexts);
  if (permissions.length === 0) return null;
  return texts.notSearched(
    permissions.map((permission) => findWord(texts.kinds, permission.replace(/^licet:/, "")) ?? permission),
  );
}
