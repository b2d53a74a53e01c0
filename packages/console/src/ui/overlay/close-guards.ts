import { createContext, useState } from "react";

/** Asks for confirmation, and closes if the user confirms. */
type AskToClose = (close: () => void) => void;

/** The guards inside a dialog or a drawer: each has unsaved input that closing would lose. */
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
