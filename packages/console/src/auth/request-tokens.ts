import { ConnectionError, UnreadableAnswerError } from "../api/problem.ts";

export const CLIENT_ID = "licet-console";

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly idToken: string | undefined;
  /** Which of our permissions the token carries: what the console offers follows from it. */
  readonly permissions: ReadonlySet<string>;
  readonly expiresAt: number;
}

/** The server said no, with a code of RFC 6749 §5.2 or §4.1.2.1. */
export class SignInError extends Error {
  override readonly name = "SignInError";
  readonly code: string;

  constructor(code: string, description: string) {
    super(description);
    this.code = code;
  }
}

export async function requestTokens(form: Readonly<Record<string, string>>): Promise<Tokens> {
  const response = await post("/oidc/token", form);
  const body = await readBody(response);
  // A busy server, or a proxy that speaks for it, refuses nothing: the tokens at hand stay what they are.
  if (!body || response.status >= 500 || response.status === 429)
    throw new UnreadableAnswerError(response.status);
  if (!response.ok) throw new SignInError(body.error ?? "unknown", body.error_description ?? "");
  return {
    accessToken: body.access_token ?? "",
    refreshToken: body.refresh_token,
    idToken: body.id_token,
    permissions: new Set((body.scope ?? "").split(" ")),
    expiresAt: Date.now() / 1000 + Number(body.expires_in),
  };
}

/** RFC 7009: with the refresh token goes all that rests on it. It is sent even when the page is about to go. */
export async function revokeTokens({ refreshToken }: Tokens): Promise<void> {
  if (refreshToken === undefined) return;
  await post("/oidc/revoke", { token: refreshToken, token_type_hint: "refresh_token" }, { keepalive: true });
}

async function post(
  path: string,
  form: Readonly<Record<string, string>>,
  more: RequestInit = {},
): Promise<Response> {
  try {
    return await fetch(path, {
      ...more,
      method: "POST",
      body: new URLSearchParams({ client_id: CLIENT_ID, ...form }),
    });
  } catch (error) {
    throw new ConnectionError("the server cannot be reached", { cause: error });
  }
}

async function readBody(response: Response): Promise<Readonly<Record<string, string>> | undefined> {
  try {
    return (await response.json()) as Readonly<Record<string, string>>;
  } catch {
    return undefined;
  }
}
