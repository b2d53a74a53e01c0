import type { Random } from "../support/random.ts";
import type { LoadKind } from "./office.ts";

/** Which requests a process sends. Those that write cannot be sent twice, so they are made as they are needed. */
export type RequestPlan =
  | { readonly kind: "mix"; readonly mix: readonly LoadKind[] }
  | { readonly kind: "roles"; readonly token: string; readonly prefix: string }
  | { readonly kind: "sign-ins"; readonly forms: readonly FilledForm[] }
  | {
      readonly kind: "refreshes";
      readonly credentials: Credentials;
      readonly refreshTokens: readonly string[];
    };

/** A sign-in page that a browser has opened and filled in. */
export interface FilledForm {
  readonly cookie: string;
  readonly body: string;
}

type Credentials = Readonly<Record<"client_id" | "client_secret", string>>;

export interface SourcedRequest {
  readonly kind: string;
  readonly bytes: Buffer;
  /** The status of success. */
  readonly expected: number;
  /** Told of the response, and of a request that has none. */
  end(body: Buffer | undefined): void;
}

/** Undefined: every caller waits for a response. */
export type RequestSource = () => SourcedRequest | undefined;

export function createRequestSource(plan: RequestPlan, host: string, random: Random): RequestSource {
  switch (plan.kind) {
    case "mix":
      return createMix(plan.mix, random);
    case "roles":
      return createRoles(plan, host);
    case "sign-ins":
      return createSignIns(plan.forms, host);
    case "refreshes":
      return createRefreshes(plan, host);
  }
}

const nothing = () => {};

function createMix(mix: readonly LoadKind[], random: Random): RequestSource {
  const choices = mix.map((kind) => [kind.weight, kind] as const);
  return () => {
    const { name, requests } = random.weighted(choices);
    return { kind: name, bytes: Buffer.from(random.pick(requests)), expected: 200, end: nothing };
  };
}

function createRoles(
  { token, prefix }: Extract<RequestPlan, { kind: "roles" }>,
  host: string,
): RequestSource {
  let last = 0;
  return () => {
    last += 1;
    const body = JSON.stringify({ name: `${prefix}-${last}`, grants: [{ permission: "orders:read" }] });
    const headers = [`Authorization: Bearer ${token}`, "Content-Type: application/json"];
    return {
      kind: "role",
      bytes: writePost("/api/v1/roles", host, headers, body),
      expected: 201,
      end: nothing,
    };
  };
}

/** One after the other. A form can be sent again: the page stays open in another tab. */
function createSignIns(forms: readonly FilledForm[], host: string): RequestSource {
  let last = 0;
  return () => {
    last += 1;
    const { cookie, body } = forms[last % forms.length] as FilledForm;
    const headers = [`Cookie: ${cookie}`, FORM];
    return { kind: "sign-in", bytes: writePost("/login", host, headers, body), expected: 303, end: nothing };
  };
}

const FORM = "Content-Type: application/x-www-form-urlencoded";

/** Each token gives the next one. A caller without a response sends the same token again. */
function createRefreshes(
  { credentials, refreshTokens }: Extract<RequestPlan, { kind: "refreshes" }>,
  host: string,
): RequestSource {
  const idle = [...refreshTokens];
  return () => {
    const token = idle.shift();
    if (token === undefined) return undefined;
    const form = { grant_type: "refresh_token", refresh_token: token, ...credentials };
    return {
      kind: "refresh",
      bytes: writePost("/oidc/token", host, [FORM], new URLSearchParams(form).toString()),
      expected: 200,
      end(body) {
        const next = body && /"refresh_token":"([^"]+)"/.exec(body.toString("latin1"))?.[1];
        idle.push(next ?? token);
      },
    };
  };
}

const writePost = (path: string, host: string, headers: readonly string[], body: string): Buffer =>
  Buffer.from(
    [
      `POST ${path} HTTP/1.1`,
      `Host: ${host}`,
      ...headers,
      `Content-Length: ${Buffer.byteLength(body)}`,
      "",
      body,
    ].join("\r\n"),
  );
