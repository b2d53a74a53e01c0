import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type Answer, type BodyOf, callApi } from "../../api/call-api.ts";

/** Simulates changes without applying them. */
export const useSimulation = (
  body: BodyOf<"POST /simulate">,
  options: { readonly enabled: boolean },
): UseQueryResult<Answer<"POST /simulate">, Error> =>
  useQuery({
    queryKey: ["POST /simulate", body],
    queryFn: ({ signal }) => callApi("POST /simulate", { body, signal }),
    placeholderData: keepPreviousData,
    enabled: options.enabled,
    retry: false,
  });
