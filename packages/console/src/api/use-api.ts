import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { type Answer, type AnswerOf, type CallArguments, type CallName, callApi } from "./call-api.ts";

type ReadName =
  | Extract<CallName, `GET ${string}`>
  | "POST /check"
  | "POST /check:explain"
  | "POST /scopes:resolve"
  | (`POST /list/${string}` & CallName);

/** Reads, and caches the response until the next write. */
export function useRead<Name extends ReadName>(
  name: Name,
  given: CallArguments<Name>,
  options: { readonly enabled?: boolean; readonly everyMilliseconds?: number } = {},
): UseQueryResult<Answer<Name>, Error> {
  return useQuery({
    queryKey: [name, given],
    queryFn: ({ signal }) => callApi(name, { ...given, signal }),
    placeholderData: keepPreviousData,
    enabled: options.enabled ?? true,
    ...(options.everyMilliseconds !== undefined && { refetchInterval: options.everyMilliseconds }),
  });
}

type PagedName = {
  [Name in CallName]: AnswerOf<Name> extends { readonly next_cursor?: string } ? Name : never;
}[CallName];

/** Reads a list page by page; only the server's cursor leads to the next page. */
export function usePages<Name extends PagedName & ReadName>(
  name: Name,
  given: CallArguments<Name>,
  options: { readonly enabled?: boolean } = {},
): UseInfiniteQueryResult<InfiniteData<Answer<Name>>, Error> {
  return useInfiniteQuery({
    queryKey: [name, "pages", given],
    queryFn: ({ signal, pageParam }) => {
      const cursor = pageParam === undefined ? {} : { cursor: pageParam };
      // A POST query has its cursor in the body.
      const member = name.startsWith("POST ") ? "body" : "query";
      const asked = { ...(given as { readonly query?: object; readonly body?: object })[member], ...cursor };
      return callApi(name, { ...given, [member]: asked, signal } as CallArguments<Name>);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ body }) => (body as { readonly next_cursor?: string }).next_cursor,
    placeholderData: keepPreviousData,
    enabled: options.enabled ?? true,
  });
}

/** Writes, then reads everything on the page again: only the server knows which data depends on the change. */
export function useWrite<Name extends CallName>(
  name: Name,
): UseMutationResult<Answer<Name>, Error, CallArguments<Name>> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given: CallArguments<Name>) => callApi(name, given),
    onSuccess: () => queries.invalidateQueries(),
  });
}
