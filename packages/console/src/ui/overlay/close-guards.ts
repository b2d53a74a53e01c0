import { createContext, useState } from "react";

/** Asks whether to close, and closes when the answer is yes. */
export type AskToClose = (close: () => void) => void;

/** Inside a dialog or a drawer: whoever stands in it and would lose something by its closing. */
export const CloseGuards = createContext<Set<AskToClose> | undefined>(undefined);

export function useCloseGuards(onClose: () => void) {
  const [guards] = useState(() => new Set<AskToClose>());
  return {
    guards,
    close() {
      const [ask] = guards;
      if (ask) ask(onClose);
      else onClose();
    },
  };
}
