import type { Call } from "./call.ts";

/** The server that shows the page. Requests go to it alone. */
export interface Server {
  readonly issuer: string;
}

/** Nothing of the browser goes along (cookies), and no dialog of the browser asks for a password. */
const ALONE = { credentials: "omit", cache: "no-store" } as const;

/** Undefined where the page is not shown by a Licet server. */
export async function findServer(): Promise<Server | undefined> {
  try {
    const response = await fetch("/.well-known/openid-configuration", ALONE);
    const { issuer, token_endpoint: endpoint } = (await response.json()) as Record<string, unknown>;
    return typeof issuer === "string" && endpoint === `${issuer}${TOKEN_PATH}` ? { issuer } : undefined;
  } catch {
    return undefined;
  }
}

const TOKEN_PATH = "/oidc/token";

export interface TokenRequest {
  readonly clientId: string;
  readonly secret: string;
  readonly scope: string;
}

export type TokenAnswer =
  | {
      readonly ok: true;
      readonly token: string;
      readonly scope: string;
      readonly refused: string;
      readonly seconds: number;
    }
  | { readonly ok: false; readonly message: string };

/** RFC 6749 §4.4. The secret goes into the body: RFC 6749 §2.3.1, and a refusal has no challenge then. */
export async function requestToken(server: Server, request: TokenRequest): Promise<TokenAnswer> {
  const { clientId, secret, scope } = request;
  const form = {
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: secret,
    scope,
    resource: `${server.issuer}/api/v1`,
  };
  try {
    const response = await fetch(TOKEN_PATH, { ...ALONE, method: "POST", body: new URLSearchParams(form) });
    const answer = (await response.json()) as Record<string, string | number | undefined>;
    if (!response.ok)
      return { ok: false, message: `${answer.error ?? response.status}: ${answer.error_description ?? ""}` };
    return {
      ok: true,
      token: String(answer.access_token),
      scope: String(answer.scope ?? ""),
      refused: String(answer.scope_rejected ?? ""),
      seconds: Number(answer.expires_in),
    };
  } catch {
    return { ok: false, message: "The server does not answer." };
  }
}

export interface Answer {
  readonly status: number;
  readonly milliseconds: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** The body is longer than what is shown. */
  readonly isCut: boolean;
}

const SHOWN_HEADERS = [
  "content-type",
  "etag",
  "location",
  "licet-revision",
  "x-request-id",
  "retry-after",
  "www-authenticate",
];

export async function sendCall(call: Call, authorization: string | undefined): Promise<Answer> {
  const begun = performance.now();
  const response = await fetch(call.path, {
    ...ALONE,
    method: call.method,
    headers: { Accept: "*/*", ...call.headers, ...(authorization && { Authorization: authorization }) },
    ...(call.body !== undefined && { body: call.body }),
  });
  const { text, isCut } = await readStart(response);
  return {
    status: response.status,
    milliseconds: Math.round(performance.now() - begun),
    headers: SHOWN_HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
    body: layOut(text),
    isCut,
  };
}

/** RFC 6749 §2.3.1: both halves are form-encoded. */
export function basicAuthorization(clientId: string, secret: string): string {
  const encode = (text: string) => new URLSearchParams({ v: text }).toString().slice("v=".length);
  return `Basic ${btoa(`${encode(clientId)}:${encode(secret)}`)}`;
}

const MOST_CHARACTERS = 100_000;

/** A snapshot may have millions of lines, of which the page shows the first ones. */
async function readStart({ body }: Response): Promise<{ text: string; isCut: boolean }> {
  if (!body) return { text: "", isCut: false };
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text, isCut: false };
    text += value;
    if (text.length <= MOST_CHARACTERS) continue;
    await reader.cancel();
    return { text: text.slice(0, MOST_CHARACTERS), isCut: true };
  }
}

function layOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
