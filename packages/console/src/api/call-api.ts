import type { Calls } from "@licet/sdk/permissions";
import { ConnectionError } from "../auth/connection-error.ts";
import { announceSessionOver } from "../auth/session-state.ts";
import { dropAccessToken, getTokens } from "../auth/tokens.ts";
import { UnreadableAnswerError } from "../auth/unreadable-answer-error.ts";
import { ApiProblem, type ProblemDetails, SignedOutError } from "./problem.ts";

export type CallName = keyof Calls;

type Member<C, Name extends string> = C extends { readonly [key in Name]: infer Value } ? Value : undefined;
type Given<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [key in Name]?: undefined }
  : Partial<Value> extends Value
    ? { readonly [key in Name]?: Value }
    : { readonly [key in Name]: Value };

export type AnswerOf<Name extends CallName> = Calls[Name]["answer"];
export type BodyOf<Name extends CallName> = Member<Calls[Name], "body">;

/** The arguments of a call, by its description. */
export type CallArguments<Name extends CallName> = Given<"params", Member<Calls[Name], "params">> &
  Given<"query", Member<Calls[Name], "query">> &
  Given<"body", Member<Calls[Name], "body">> & {
    /** The server writes only onto this version, so it does not overwrite another user's change. */
    readonly ifMatch?: string | undefined;
    /** The server writes only if the object does not exist yet. */
    readonly ifNew?: boolean;
    readonly signal?: AbortSignal;
  };

export interface Answer<Name extends CallName> {
  readonly body: AnswerOf<Name>;
  /** 201 for a created object, 200 for an existing one. */
  readonly status: number;
  readonly etag: string | undefined;
  readonly revision: number | undefined;
}

/** A request as it is sent, for the snippets that show it. */
export interface ShownCall {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends one request to the API with a valid token, and once more with a new token if the server rejects the first. */
export async function callApi<Name extends CallName>(
  name: Name,
  given: CallArguments<Name>,
): Promise<Answer<Name>> {
  const response = await send(name, given);
  if (response.status !== 401) return readResponse(name, response);
  dropAccessToken();
  return readResponse(name, await send(name, given));
}

async function send<Name extends CallName>(name: Name, given: CallArguments<Name>): Promise<Response> {
  const tokens = await getTokens();
  if (!tokens) throw reportSignedOut(name);
  const { method, path, body, headers } = describeCall(name, given);
  const init: RequestInit = {
    method,
    headers: { ...headers, authorization: `Bearer ${tokens.accessToken}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(given.signal && { signal: given.signal }),
  };
  try {
    return await fetch(path, init);
  } catch (error) {
    if (given.signal?.aborted) throw error;
    throw new ConnectionError("the server cannot be reached", { cause: error });
  }
}

/** The method, path and body of a call: `callApi` sends it and "show as API call" displays it. */
export function describeCall<Name extends CallName>(name: Name, given: CallArguments<Name>): ShownCall {
  const [method = "", template = ""] = name.split(" ");
  const { params, query, body, ifMatch, ifNew } = given as CallArguments<CallName> & {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, unknown>>;
    readonly body?: unknown;
  };
  const path = template.replaceAll(/\{(\w+)\}/g, (_, member: string) =>
    encodeURIComponent(params?.[member] ?? ""),
  );
  const search = new URLSearchParams();
  for (const [member, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) search.append(member, String(one));
  }
  return {
    method,
    path: `/api/v1${path}${search.size === 0 ? "" : `?${search}`}`,
    ...(body !== undefined && { body }),
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(ifMatch !== undefined && { "if-match": ifMatch }),
      ...(ifNew && { "if-none-match": "*" }),
    },
  };
}

async function readResponse<Name extends CallName>(name: Name, response: Response): Promise<Answer<Name>> {
  if (response.status === 401) throw reportSignedOut(name);
  const body = parseBody(await response.text(), response.status);
  if (!response.ok) {
    if (!isProblem(body)) throw new UnreadableAnswerError(response.status);
    throw new ApiProblem(body, findMissingPermission(response));
  }
  const revision = response.headers.get("licet-revision");
  return {
    body: body as AnswerOf<Name>,
    status: response.status,
    etag: response.headers.get("etag") ?? undefined,
    revision: revision === null ? undefined : Number(revision),
  };
}

/** A proxy may answer instead of Licet, with a page of its own. */
function parseBody(text: string, status: number): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    throw new UnreadableAnswerError(status);
  }
}

const isProblem = (body: unknown): body is ProblemDetails =>
  typeof body === "object" && body !== null && "type" in body && "title" in body;

/** RFC 6750 §3: the challenge names the required scope. */
const findMissingPermission = ({ status, headers }: Response): string | undefined =>
  status === 403 ? /scope="([^"]+)"/.exec(headers.get("www-authenticate") ?? "")?.[1] : undefined;

/** The caller gets this error, and the user sees one dialog (components/session/session-dialog.tsx). */
function reportSignedOut(name: CallName): SignedOutError {
  announceSessionOver(name.startsWith("GET ") ? "read" : "write");
  return new SignedOutError("sign in again");
}
