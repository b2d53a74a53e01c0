const TIMEOUT_MILLISECONDS = 10_000;

export interface JsonAnswer {
  readonly isSuccess: boolean;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Undefined when the request fails or the response is no JSON object. */
export async function fetchJson(
  url: string,
  init: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly body?: URLSearchParams | string | undefined;
  } = {},
): Promise<JsonAnswer | undefined> {
  const { method = "GET", headers = {}, body } = init;
  try {
    const answer = await fetch(url, {
      method,
      // With `licet serve --demo`, the issuer is this same process, and its stop would wait for an open connection.
      headers: { ...headers, connection: "close" },
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      ...(body !== undefined && { body }),
    });
    const value: unknown = await answer.json();
    if (typeof value !== "object" || value === null) return undefined;
    return { isSuccess: answer.ok, status: answer.status, body: { ...value } };
  } catch {
    return undefined;
  }
}
