/** RFC 6749 §5, as Licet answers. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly expires_in: number;
  readonly scope: string;
  readonly scope_rejected: string;
}

export interface TokenFailure {
  readonly error: string;
  readonly error_description: string;
}

export interface TokenQuestion {
  readonly clientId: string;
  readonly secret: string;
  readonly inHeader: boolean;
  readonly scope: string;
  readonly resource: string;
}

/** Asks the token endpoint as the application would. The secret goes there and nowhere else. */
export async function requestToken(question: TokenQuestion): Promise<TokenAnswer | TokenFailure> {
  const { clientId, secret, inHeader, scope, resource } = question;
  const form = new URLSearchParams({ grant_type: "client_credentials" });
  if (scope !== "") form.set("scope", scope);
  if (resource !== "") form.set("resource", resource);
  if (!inHeader) {
    form.set("client_id", clientId);
    form.set("client_secret", secret);
  }
  // RFC 6749 §2.3.1: both are form-encoded before they become Basic credentials.
  const basic = btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`);
  const response = await fetch("/oidc/token", {
    method: "POST",
    body: form,
    credentials: "omit",
    ...(inHeader && { headers: { authorization: `Basic ${basic}` } }),
  });
  return (await response.json()) as TokenAnswer | TokenFailure;
}

/** The claims of a JWT, for showing; whoever relies on them verifies the signature. */
export function claimsOf(token: string): unknown {
  const payload = token.split(".")[1] ?? "";
  const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
    character.charCodeAt(0),
  );
  return JSON.parse(new TextDecoder().decode(bytes));
}
