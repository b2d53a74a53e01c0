import { useEffect, useSyncExternalStore } from "react";
import { signedInUserFrom } from "../../auth/signed-in-user.ts";
import { currentTokens } from "../../auth/tokens.ts";
import { persistedValue } from "../../ui/persisted-value.ts";
import { type Setup, useSetup } from "./use-setup.ts";

/** The user who has hidden or completed the steps: another installation at the same address has other users. */
const finishedFor = persistedValue("licet-console-first-steps", "");

interface ChecklistState {
  /** Undefined while it loads, and once it is finished. */
  readonly setup: Setup | undefined;
  /** The steps are read, and decide whether there is anything else to see. */
  readonly isLoading: boolean;
  /** Undefined where there is nothing else to see. */
  readonly hide: (() => void) | undefined;
}

/** The setup steps, until they are all done or the user hides them; then nothing of them is read again. */
export function useChecklist(): ChecklistState {
  const user = signedInUserFrom(currentTokens()).id;
  const isFinished = useSyncExternalStore(finishedFor.subscribe, finishedFor.get) === user;
  const setup = useSetup(!isFinished);
  const isComplete = setup?.isComplete ?? false;
  useEffect(() => {
    if (isComplete) finishedFor.set(user);
  }, [isComplete, user]);
  return {
    setup: isComplete ? undefined : setup,
    isLoading: !isFinished && setup === undefined,
    hide: setup?.isEmpty ? undefined : () => finishedFor.set(user),
  };
}
