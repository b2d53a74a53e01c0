import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type RoleFamily, readRoleFamily } from "./role-family.ts";

export const useRoleFamily = (name: string): UseQueryResult<RoleFamily, Error> =>
  useQuery({
    queryKey: ["family of a role", name],
    queryFn: ({ signal }) => readRoleFamily(name, signal),
  });
