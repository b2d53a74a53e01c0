import type { ServerResponse } from "node:http";

/**
 * Calls the listener when an answer is complete on our side, once or twice. Node says so with `prefinish`, but to an
 * answer that waits for earlier ones of its connection only when the client has read those: it may never do so.
 */
export function onAnswered(response: ServerResponse, listener: (this: ServerResponse) => void): void {
  response.on("prefinish", listener);
  // As a rule the connection is free for this answer.
  if (response.socket !== null) return;
  const end = response.end as (...given: unknown[]) => ServerResponse;
  response.end = (...given: unknown[]) => {
    end.apply(response, given);
    listener.call(response);
    return response;
  };
}
