import { UsageError } from "../common/usage-error.ts";
import { type Calls, TAKE_IDEMPOTENCY_KEY, TAKE_REVISION_IN_BODY, TAKE_REVISION_IN_QUERY } from "./schema.ts";

/** `GET /users/{id}`. */
export type CallName = keyof Calls;
export type Method = CallName extends `${infer M} ${string}` ? M : never;
export type PathOf<M extends Method> = CallName extends infer Name
  ? Name extends `${M} ${infer Path}`
    ? Path
    : never
  : never;
export type NameOf<M extends Method, Path extends PathOf<M>> = Extract<CallName, `${M} ${Path}`>;

type Member<C, Name extends string> = C extends { readonly [key in Name]: infer Value } ? Value : undefined;
type Given<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [key in Name]?: undefined }
  : Partial<Value> extends Value
    ? { readonly [key in Name]?: Value }
    : { readonly [key in Name]: Value };

/** How a call is made, whatever it is about. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** For all attempts together. */
  readonly timeoutMilliseconds?: number | undefined;
  /** A revision that the answer must have seen, of a call that takes one. */
  readonly atLeast?: number | undefined;
}

/** The arguments of a call, by its description. */
export type CallArguments<Name extends CallName> = Given<"params", Member<Calls[Name], "params">> &
  Given<"query", Member<Calls[Name], "query">> &
  Given<"body", Member<Calls[Name], "body">> &
  CallOptions & {
    /** An ETag: nothing is written onto another version (RFC 9110 §13.1.1). */
    readonly ifMatch?: string | undefined;
    /** Nothing is written if it exists already (RFC 9110 §13.1.2). */
    readonly ifNew?: boolean | undefined;
    /** Of a POST that writes: made for the call if you give none, so that a repeated request has its effect once. */
    readonly idempotencyKey?: string | undefined;
  };

export interface CallAnswer<Name extends CallName> {
  readonly body: Calls[Name]["answer"];
  readonly status: number;
  /** The version, for `ifMatch`. */
  readonly etag: string | undefined;
  readonly revision: number | undefined;
}

/** The arguments of any call, as they are sent. */
export interface AnyArguments extends CallOptions {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly ifMatch?: string | undefined;
  readonly ifNew?: boolean | undefined;
  readonly idempotencyKey?: string | undefined;
}

export interface DescribedCall {
  readonly method: string;
  /** Below `/api/v1`, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Whether its answer names the revision of something that it wrote. */
  readonly isWrite: boolean;
  /** Whether it may be sent again when it is not known what became of it. */
  readonly isRepeatable: boolean;
}

/** Turns a call into a request. A value that cannot be part of a path is a UsageError: nothing is sent elsewhere. */
export function describeCall(
  name: CallName,
  given: AnyArguments,
  atLeast: number | undefined,
): DescribedCall {
  const [method = "", template = ""] = name.split(" ");
  const { ifMatch, ifNew } = given;
  const takesKey = TAKE_IDEMPOTENCY_KEY.has(name);
  const takesRevision = TAKE_REVISION_IN_BODY.has(name);
  const body = takesRevision ? withRevision(given.body, atLeast) : given.body;
  const query = TAKE_REVISION_IN_QUERY.has(name) ? withRevision(given.query, atLeast) : given.query;
  return {
    method,
    path: fillPath(template, given.params) + writeQuery(query as AnyArguments["query"]),
    headers: {
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(ifMatch !== undefined && { "if-match": ifMatch }),
      ...(ifNew && { "if-none-match": "*" }),
      ...(takesKey && { "idempotency-key": given.idempotencyKey ?? crypto.randomUUID() }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    isWrite: method !== "GET" && !takesRevision,
    isRepeatable:
      method === "GET" || takesRevision || takesKey || (method === "PUT" && ifMatch === undefined && !ifNew),
  };
}

function fillPath(template: string, params: AnyArguments["params"]): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, member: string) => {
    const value = params?.[member];
    // "." and ".." would lead to another path, encoded or not.
    if (typeof value !== "string" || /^\.{0,2}$/.test(value))
      throw new UsageError(`params.${member}: ${JSON.stringify(value)} cannot be part of a path`);
    return encodeURIComponent(value);
  });
}

function writeQuery(query: AnyArguments["query"]): string {
  const search = new URLSearchParams();
  for (const [member, value] of Object.entries(query ?? {}))
    for (const one of [value].flat()) if (one !== undefined) search.append(member, String(one));
  return search.size === 0 ? "" : `?${search}`;
}

/** The newer of the revision that the caller named and the known one. */
function withRevision(members: unknown, atLeast: number | undefined): unknown {
  const { at_least: asked } = (members ?? {}) as { readonly at_least?: number };
  const newest = Math.max(asked ?? 0, atLeast ?? 0);
  return newest === 0 ? members : { ...(members as object), at_least: newest };
}
