import { type PrincipalName, usePrincipalNames } from "../assignments/use-principal-names.ts";
import type { Way } from "./question.ts";

/** The names of everybody on these ways. */
export const useWayNames = (ways: readonly Way[]): ((principal: string) => PrincipalName) =>
  usePrincipalNames(ways.flatMap(({ principals }) => principals));
