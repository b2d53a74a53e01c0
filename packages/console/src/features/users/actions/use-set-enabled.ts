import { useQueryClient } from "@tanstack/react-query";
import { setEnabled } from "../../../api/entities.ts";
import { useToast } from "../../../components/problems/toasts.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { nameOf, type User } from "../user.ts";
import { userActionTexts } from "./texts.ts";

/** Enables or disables a user and offers to undo it. The message says what undo does not bring back. */
export function useSetEnabled(user: User): (enabled: boolean) => Promise<void> {
  const texts = useTexts(userActionTexts);
  const toast = useToast();
  const queries = useQueryClient();
  const name = nameOf(user);

  const set = async (enabled: boolean): Promise<void> => {
    const isChanged = await setEnabled("user", user.id, enabled);
    await queries.invalidateQueries();
    const title = (enabled ? texts.enabled : texts.disabled)(name);
    if (!isChanged) toast({ title, detail: texts.alreadySo, kind: "info" });
    else if (enabled) toast({ title, detail: texts.enabledDetail, undo: () => set(false) });
    else toast({ title, detail: texts.disabledDetail, undo: () => set(true) });
  };
  return set;
}
