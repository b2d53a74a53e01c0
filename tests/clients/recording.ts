/** The requests of a library, kept for `npm test`: exact but for the values that are new each time: they have names. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../../scripts/testing/root.ts";
import type { RecordedRequest } from "./support/recorder.ts";

const RECORDINGS = join(root, "tests/flows/clients/recordings");

export interface Recording {
  readonly library: string;
  /** The target of the authorization request that it made for a browser. */
  readonly authorization: string;
  /** By what they are: `token authorization_code client_secret_basic`. */
  readonly requests: Readonly<Record<string, RecordedRequest>>;
  /** Header and claims of its client assertion, in its order; times count from the moment it was made. */
  readonly assertion?: { readonly header: object; readonly claims: Readonly<Record<string, unknown>> };
}

export const readRecording = (name: string): Recording =>
  JSON.parse(readFileSync(join(RECORDINGS, `${name}.json`), "utf8"));

/** Returns what it did, as a sentence. */
export function writeRecording(name: string, library: string, sent: readonly RecordedRequest[]): string {
  const recording = createRecording(library, sent);
  mkdirSync(RECORDINGS, { recursive: true });
  const path = join(RECORDINGS, `${name}.json`);
  writeFileSync(path, `${JSON.stringify(recording, undefined, 2)}\n`);
  return `wrote ${Object.keys(recording.requests).length} requests to ${relative(root, path)}`;
}

function createRecording(library: string, sent: readonly RecordedRequest[]): Recording {
  const isByLibrary = ({ head }: RecordedRequest) => head.some((line) => /^user-agent: python-/i.test(line));
  const authorization = sent.find(({ head }) => head[0]?.startsWith("GET /oidc/auth?"));
  const requests: Record<string, RecordedRequest> = {};
  let assertion: Recording["assertion"];
  for (const request of sent.filter(isByLibrary)) {
    const name = nameRequest(request);
    // The first of a kind; Flask, for one, sends the same again.
    if (name === undefined || name in requests) continue;
    requests[name] = withNames(request);
    assertion ??= readAssertion(request);
  }
  return {
    library,
    authorization: authorization?.head[0]?.split(" ")[1] ?? "",
    requests,
    ...(assertion !== undefined && { assertion }),
  };
}

function nameRequest({ head, body }: RecordedRequest): string | undefined {
  const endpoint = /^(?:GET|POST) \/oidc\/(token|introspect|revoke|userinfo) /.exec(head[0] ?? "")?.[1];
  if (endpoint !== "token") return endpoint;
  const form = new URLSearchParams(body);
  return [endpoint, form.get("grant_type"), methodOf(head, form)].join(" ");
}

function methodOf(head: readonly string[], form: URLSearchParams): string {
  if (head.some((line) => /^authorization: basic /i.test(line))) return "client_secret_basic";
  return form.has("client_assertion") ? "private_key_jwt" : "client_secret_post";
}

const NEW_EACH_TIME = ["code", "refresh_token", "client_assertion"];

/** Puts names for what is new each time: the address of the server, codes, tokens, and the length that follows. */
function withNames({ head, body }: RecordedRequest): RecordedRequest {
  const isAccessToken = /(?:^|&)token_type_hint=access_token(?:&|$)/.test(body);
  return {
    head: head.map((line) =>
      line
        .replace(/^(host: ).*/i, "$1{host}")
        .replace(/^(content-length: ).*/i, "$1{length}")
        .replace(/^(authorization: bearer ).*/i, "$1{access_token}"),
    ),
    body: body
      .replace(new RegExp(`(^|&)(${NEW_EACH_TIME.join("|")})=[^&]*`, "g"), "$1$2={$2}")
      .replace(/(^|&)token=[^&]*/, `$1token={${isAccessToken ? "access_token" : "refresh_token"}}`),
  };
}

function readAssertion({ head, body }: RecordedRequest): Recording["assertion"] {
  const jwt = new URLSearchParams(body).get("client_assertion");
  if (jwt === null) return undefined;
  const host = /^host: (.*)$/im.exec(head.join("\n"))?.[1] ?? "";
  const [header, claims] = jwt
    .split(".")
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, "base64url").toString().replaceAll(host, "{host}")));
  return { header, claims: { ...claims, iat: 0, exp: claims.exp - claims.iat } };
}
