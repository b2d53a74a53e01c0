import { type PrincipalName, usePrincipalNames } from "../../components/principals/use-principal-names.ts";
import type { GrantPath } from "./question.ts";

/** Returns the names of the principals on these grant paths. */
export const useGrantPathNames = (paths: readonly GrantPath[]): ((principal: string) => PrincipalName) =>
  usePrincipalNames(paths.flatMap(({ principals }) => principals));
