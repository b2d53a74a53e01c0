import { useQueryClient } from "@tanstack/react-query";
import { type BodyOf, callApi } from "../../api/call-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { type Assignment, type StoredAssignment, withoutIdentity } from "../access/assignment.ts";
import { useToast } from "../problems/toasts.tsx";
import { assignmentsTexts } from "./texts.ts";

/** Creates and revokes assignments; both can be undone. `onChanged` runs after each change and each undo. */
export function useAssign(onChanged?: () => void) {
  const queries = useQueryClient();
  const toast = useToast();
  const texts = useTexts(assignmentsTexts);

  const write = async (body: BodyOf<"POST /assignments:batch">) => {
    // A single assignment uses the batch call, too: its response says whether the assignment existed before.
    const answer = await callApi("POST /assignments:batch", { body });
    await queries.invalidateQueries();
    onChanged?.();
    return answer;
  };

  return {
    /**
     * Throws, so that the form shows the issue. `before` is the assignment with another expiry, which undo restores.
     */
    async assign(assignment: Assignment, before?: Assignment): Promise<void> {
      const { body } = await write({ create: [assignment] });
      const created = body.created[0];
      const what = assignment.role ?? assignment.permission ?? "";
      if (created?.effect === "created")
        toast({ title: texts.assigned(what), undo: () => write({ delete: [created.id] }) });
      else if (created?.effect === "updated")
        toast({
          title: texts.extended(what),
          ...(before && { undo: () => write({ create: [withoutIdentity(before)] }) }),
        });
      else toast({ title: texts.alreadyAssigned(what), kind: "info" });
    },

    async revoke(stored: StoredAssignment): Promise<void> {
      try {
        await write({ delete: [stored.id] });
      } catch (error) {
        toast({
          title: texts.revokeFailed,
          kind: "problem",
          error,
        });
        return;
      }
      toast({
        title: texts.revoked(stored.role ?? stored.permission ?? ""),
        undo: () => write({ create: [withoutIdentity(stored)] }),
      });
    },
  };
}
