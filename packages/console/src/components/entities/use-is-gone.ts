import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";
import { isGone } from "../../api/issue-at.ts";
import { useMay } from "../../auth/may.ts";

const REMEMBERED_MILLISECONDS = 60_000;

const LOOKS = {
  role: {
    permission: "roles.read",
    look: (name: string) => callApi("GET /roles/{name}", { params: { name } }),
  },
  group: {
    permission: "groups.read",
    look: (name: string) => callApi("GET /groups/{name}", { params: { name } }),
  },
} as const;

const isLooked = (kind: string): kind is keyof typeof LOOKS => Object.hasOwn(LOOKS, kind);

/**
 * Returns true if a role or a group in the audit log no longer exists. Principals resolve through their names instead.
 */
export function useIsGone(kind: string, name: string): boolean {
  const may = useMay();
  const known = isLooked(kind) ? LOOKS[kind] : undefined;
  const { data } = useQuery({
    queryKey: ["is it gone", kind, name],
    queryFn: async () => {
      try {
        await known?.look(name);
        return false;
      } catch (error) {
        if (isGone(error)) return true;
        throw error;
      }
    },
    enabled: known !== undefined && may(known.permission),
    retry: false,
    staleTime: REMEMBERED_MILLISECONDS,
  });
  return data ?? false;
}
