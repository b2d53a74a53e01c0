import { generatePkcePair, generateRandomText } from "../pkce.ts";
import { type ClientCredentials, postAsClient } from "../post-as-client.ts";
import { SignInError } from "../request-tokens.ts";
import { SignInWindowError } from "../sign-in-window.ts";
import { UnreadableAnswerError } from "../unreadable-answer-error.ts";
import { pendingSignIn } from "./pending-sign-in.ts";
import { playgroundCallback, type SignInRequest } from "./sign-in-request.ts";

interface BeginOptions {
  /** RFC 9126: the parameters are pushed first, by the application with its secret if it has one. */
  readonly push: boolean;
  readonly credentials?: ClientCredentials | undefined;
}

/** Starts the authorization code flow of an application in a new tab, with PKCE (RFC 7636). */
export async function beginPlaygroundSignIn(request: SignInRequest, options: BeginOptions): Promise<void> {
  // The tab opens before the first await: later the browser would block it for lack of a user gesture.
  const opened = window.open("", "_blank");
  if (!opened) throw new SignInWindowError("blocked");
  try {
    const { verifier, challenge } = await generatePkcePair();
    const state = generateRandomText();
    const parameters = parametersOf(request, state, challenge);
    const query = options.push ? await pushRequest(request, parameters, options.credentials) : parameters;
    pendingSignIn.store({ state, verifier, request, startedAt: Date.now() });
    opened.location.replace(`/oidc/auth?${query}`);
  } catch (error) {
    opened.close();
    throw error;
  }
}

function parametersOf(request: SignInRequest, state: string, challenge: string): URLSearchParams {
  const { clientId, scope, resource = [], prompt, loginHint } = request;
  const parameters = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    redirect_uri: playgroundCallback(),
    state,
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...(scope !== undefined && { scope }),
    ...(prompt !== undefined && { prompt }),
    ...(loginHint !== undefined && { login_hint: loginHint }),
  });
  for (const identifier of resource) parameters.append("resource", identifier);
  return parameters;
}

async function pushRequest(
  { clientId }: SignInRequest,
  parameters: URLSearchParams,
  credentials: ClientCredentials | undefined,
): Promise<URLSearchParams> {
  const response = await postAsClient("/oidc/par", parameters, credentials);
  const body = (await response.json().catch(() => undefined)) as Record<string, string> | undefined;
  if (!body || response.status >= 500) throw new UnreadableAnswerError(response.status);
  if (!response.ok) throw new SignInError(body.error ?? "unknown", body.error_description ?? "");
  return new URLSearchParams({ client_id: clientId, request_uri: body.request_uri ?? "" });
}
