import type { Fault } from "../api/input-fault.ts";
import { useTexts } from "../texts/use-texts.tsx";
import { describeFault } from "./describe-fault.ts";
import { faultTexts } from "./fault-texts.ts";

/** What is wrong with a field, in the language of the moment. */
export function FaultWords({ fault }: { readonly fault: Fault }) {
  const texts = useTexts(faultTexts);
  return typeof fault === "string" ? fault : describeFault(fault, texts);
}
