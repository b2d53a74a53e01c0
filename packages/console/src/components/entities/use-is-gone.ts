import { useQuery } from "@tanstack/react-query";
import { callEntity } from "../../api/entities.ts";
import { isGone } from "../../api/issue-at.ts";
import { useMay } from "../../auth/may.ts";
import { KINDS } from "../../values/kinds.generated.ts";

const REMEMBERED_MILLISECONDS = 60_000;

/**
 * Returns true if a role or a group in the audit log no longer exists. Principals resolve through their names instead.
 */
export function useIsGone(kind: string, name: string): boolean {
  const may = useMay();
  const known = kind === "role" || kind === "group" ? kind : undefined;
  const { data } = useQuery({
    queryKey: ["is it gone", kind, name],
    queryFn: async () => {
      try {
        if (known) await callEntity(known, "read", name);
        return false;
      } catch (error) {
        if (isGone(error)) return true;
        throw error;
      }
    },
    enabled: known !== undefined && may(KINDS[known].mayRead),
    retry: false,
    staleTime: REMEMBERED_MILLISECONDS,
  });
  return data ?? false;
}
