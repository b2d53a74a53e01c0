const REFUSALS: readonly unknown[] = [400, 401, 403, 404];

/**
 * An answer that does not become another one by waiting: the caller has to change something. Errors of the token
 * client count as those of the API, by their members: `@licet/sdk/local` does not load the client, and a token may
 * come from another one.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { status, error: code } = error as { readonly status?: unknown; readonly error?: unknown };
  return REFUSALS.includes(status) || code === "wrong_issuer";
}
