import { useMutation } from "@tanstack/react-query";
import { useRead } from "../../api/use-api.ts";
import { isSame } from "../../values/is-same.ts";
import { type PlaygroundSearch, resolveBodyFrom } from "./playground-search.ts";
import { requestClientToken } from "./request-token.ts";

/** Evaluates a request without a sign-in, and gets the real token if the mode asks for one. */
export function useTokenRequest(asked: PlaygroundSearch) {
  const body = asked.mode === "sign-in" ? undefined : resolveBodyFrom(asked);
  const resolving = useRead(
    "POST /scopes:resolve",
    { body: body ?? { client_id: "" } },
    { enabled: body !== undefined },
  );
  const requesting = useMutation({
    mutationFn: ({ request, secret }: { readonly request: PlaygroundSearch; readonly secret: string }) =>
      requestClientToken(request, secret),
  });
  const answer = body && resolving.data?.body;
  const real = asked.mode === "real" ? requesting.data : undefined;
  return {
    isAsked: body !== undefined,
    answer,
    real,
    failure: real && !real.issued ? real.failure : answer && !answer.issued ? answer : undefined,
    requestError: requesting.error,
    resolveError: body === undefined ? null : resolving.error,
    retry: () => void resolving.refetch(),
    isWorking: requesting.isPending || (body !== undefined && resolving.isFetching),
    ask(request: PlaygroundSearch, secret: string) {
      requesting.reset();
      if (request.mode === "real") requesting.mutate({ request, secret });
      // Another request has another key, and is read by itself. The same one runs again: its data may have changed.
      if (isSame(resolveBodyFrom(request), body)) void resolving.refetch();
    },
  };
}
