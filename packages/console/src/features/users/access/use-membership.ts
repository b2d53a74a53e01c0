import { useWrite } from "../../../api/use-api.ts";
import { useToast } from "../../../components/problems/toasts.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { accessTexts } from "./texts.ts";

/** Adds a user to groups and removes the user again; both can be undone. */
export function useMembership(userId: string) {
  const texts = useTexts(accessTexts);
  const toast = useToast();
  const put = useWrite("PUT /groups/{name}/members/{member}");
  const remove = useWrite("DELETE /groups/{name}/members/{member}");
  const given = (name: string) => ({ params: { name, member: `user:${userId}` } });
  const failed = (error: unknown) =>
    toast({
      title: texts.groupFailed,
      kind: "problem",
      error,
    });
  return {
    isPending: put.isPending || remove.isPending,
    /** Throws, so that the dialog stays open and shows the error. */
    async join(group: string): Promise<void> {
      await put.mutateAsync(given(group));
      toast({ title: texts.joined(group), undo: () => remove.mutateAsync(given(group)) });
    },
    async leave(group: string): Promise<void> {
      try {
        await remove.mutateAsync(given(group));
        toast({ title: texts.left(group), undo: () => put.mutateAsync(given(group)) });
      } catch (error) {
        failed(error);
      }
    },
  };
}
