import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type RelatedRoles, readRelatedRoles } from "./related-roles.ts";

export const useRelatedRoles = (name: string): UseQueryResult<RelatedRoles, Error> =>
  useQuery({
    queryKey: ["related roles", name],
    queryFn: ({ signal }) => readRelatedRoles(name, signal),
  });
