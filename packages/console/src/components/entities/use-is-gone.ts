import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";
import { isGone } from "../../api/issue-at.ts";
import { useMay } from "../../auth/may.ts";

const REMEMBERED_MILLISECONDS = 60_000;

const READERS = {
  role: {
    permission: "roles.read",
    read: (name: string) => callApi("GET /roles/{name}", { params: { name } }),
  },
  group: {
    permission: "groups.read",
    read: (name: string) => callApi("GET /groups/{name}", { params: { name } }),
  },
} as const;

const hasReader = (kind: string): kind is keyof typeof READERS => Object.hasOwn(READERS, kind);

/**
 * Returns true if a role or a group in the audit log no longer exists. Principals resolve through their names instead.
 */
export function useIsGone(kind: string, name: string): boolean {
  const may = useMay();
  const known = hasReader(kind) ? READERS[kind] : undefined;
  const { data } = useQuery({
    queryKey: ["is it gone", kind, name],
    queryFn: async () => {
      try {
        await known?.read(name);
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
