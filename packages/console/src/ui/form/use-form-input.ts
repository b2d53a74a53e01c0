import { useState } from "react";
import { isSame } from "../../values/is-same.ts";

/** The input for a new object. An edit of a stored object uses `useFormDraft` instead. */
export function useFormInput<Typed extends object>(untouched: Typed) {
  const [before] = useState(untouched);
  const [typed, setTyped] = useState(before);
  const [tried, setTried] = useState(false);
  return {
    typed,
    change: (members: Partial<Typed>) => setTyped((last) => ({ ...last, ...members })),
    /** The form has input that would be lost. */
    dirty: !isSame(typed, before),
    /** The user tried to submit; from then on missing values show an issue. */
    tried,
    setTried,
  };
}
