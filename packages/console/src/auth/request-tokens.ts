import { ConnectionError } from "./connection-error.ts";
import { requestToken } from "./request-token.ts";
import { UnreadableAnswerError } from "./unreadable-answer-error.ts";

export const CLIENT_ID = "licet-console";

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly idToken: string | undefined;
  /** The permissions of Licet that the token carries; they decide what the console offers. */
  readonly permissions: ReadonlySet<string>;
  readonly expiresAt: number;
}

/** The server refused the request with a code of RFC 6749 §5.2 or §4.1.2.1. */
export class SignInError extends Error {
  override readonly name = "SignInError";
  readonly code: string;

  constructor(code: string, description: string) {
    super(description);
    this.code = code;
  }
}

export async function requestTokens(form: Readonly<Record<string, string>>): Promise<Tokens> {
  const answer = await requestToken(new URLSearchParams({ client_id: CLIENT_ID, ...form }));
  if (!answer.issued) {
    const { status, failure } = answer;
    // A busy server refuses nothing, so the current tokens stay valid.
    if (status === 429) throw new UnreadableAnswerError(status);
    throw new SignInError(failure.error ?? "unknown", failure.error_description ?? "");
  }
  const { token } = answer;
  return {
    accessToken: token.access_token,
    refreshToken: token.refresh_token,
    idToken: token.id_token,
    permissions: new Set(token.scope.split(" ")),
    expiresAt: Date.now() / 1000 + token.expires_in,
  };
}

/**
 * RFC 7009: revoking the refresh token revokes its access tokens, too. The request is sent even while the page
 * unloads.
 */
export async function revokeTokens({ refreshToken }: Tokens): Promise<void> {
  if (refreshToken === undefined) return;
  const form = { client_id: CLIENT_ID, token: refreshToken, token_type_hint: "refresh_token" };
  try {
    await fetch("/oidc/revoke", { method: "POST", body: new URLSearchParams(form), keepalive: true });
  } catch (error) {
    throw new ConnectionError("the server cannot be reached", { cause: error });
  }
}
