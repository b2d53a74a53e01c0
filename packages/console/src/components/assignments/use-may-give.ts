import { useMay } from "../../auth/may.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { assignmentsTexts } from "./texts.ts";

/** What this user may assign. With `licet:escalate` that is everything, and there is nothing to say. */
export function useMayGive(): string | undefined {
  const { mayGive } = useTexts(assignmentsTexts);
  return useMay()("escalate") ? undefined : mayGive;
}
