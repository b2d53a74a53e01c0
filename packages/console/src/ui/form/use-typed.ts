import { useState } from "react";
import { isSame } from "../../values/is-same.ts";

/** What is typed for something new. What is stored already and gets changed has `useDraft` instead. */
export function useTyped<Typed extends object>(untouched: Typed) {
  const [before] = useState(untouched);
  const [typed, setTyped] = useState(before);
  const [tried, setTried] = useState(false);
  return {
    typed,
    change: (members: Partial<Typed>) => setTyped((last) => ({ ...last, ...members })),
    /** Something was typed that would be lost. */
    dirty: !isSame(typed, before),
    /** Somebody tried to go on: from then on the form says what is missing. */
    tried,
    setTried,
  };
}
