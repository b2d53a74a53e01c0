import { rightsTexts } from "../auth/rights-texts.ts";
import { findWord } from "../texts/find-word.ts";
import { useTexts } from "../texts/use-texts.tsx";

/** Which kinds a search could not look through, so that nobody takes them for empty. */
export function LeftOut({ permissions }: { readonly permissions: readonly string[] }) {
  const texts = useTexts(rightsTexts);
  if (permissions.length === 0) return null;
  return texts.notSearched(
    permissions.map((permission) => findWord(texts.kinds, permission.replace(/^licet:/, "")) ?? permission),
  );
}
