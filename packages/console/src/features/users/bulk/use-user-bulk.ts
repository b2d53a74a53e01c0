import { BulkBar } from "../../../components/bulk/bulk-bar.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { userActionTexts } from "../actions/texts.ts";
import type { User } from "../user.ts";
import { userBulkTexts } from "./texts.ts";
import { useSessionTotal } from "./use-session-total.ts";

/** Disable, enable, assign, delete and export the selected users. */
export function useUserBulk() {
  const texts = useTexts(userBulkTexts);
  const { endsSessions, endsAccess, endsLinks, disableKeeps } = useTexts(userActionTexts);
  return {
    Bar: BulkBar,
    exported: ["id", "username", "name", "email", "enabled", "attributes"],
    undoHint: texts.undoHint,
    useConsequences(action: "disable" | "enable" | "delete", rows: readonly User[]) {
      const sessions = useSessionTotal(rows, { enabled: action !== "enable" });
      return {
        disable: [texts.disableAccess, endsSessions(sessions), endsAccess, endsLinks, disableKeeps],
        enable: [texts.enableAccess, texts.enableNotBack],
        delete: [
          endsSessions(sessions),
          texts.deleteEndsAccess,
          texts.deleteConsents,
          texts.deleteInsteadDisable,
        ],
      }[action];
    },
  } as const;
}
