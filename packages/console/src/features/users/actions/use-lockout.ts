import { useRead } from "../../../api/use-api.ts";

/** Reads whether wrong passwords locked the user out; undefined until the API has answered. */
export function useLockout(userId: string) {
  const read = useRead("GET /users/{id}/lockout", { params: { id: userId } }, { everyMilliseconds: 30_000 });
  return read.isPlaceholderData ? undefined : read.data?.body;
}
