import assert from "node:assert/strict";
import { passwordStamp } from "../../../packages/server/src/accounts/passwords/password-stamp.ts";
import { NDJSON } from "../../../packages/server/src/http/json/api-route.ts";
import { dereference } from "../../support/dereference.ts";
import type { OpenApi } from "../../support/openapi-document.ts";
import type { RunningLicet } from "../../support/start-licet.ts";
import type { Call } from "./guarded-api.ts";
import { createSample, type JsonSchema } from "./json-schema.ts";

/** A route, as its description has it. */
export interface Operation {
  readonly method: string;
  /** From the root: `/api/v1/roles/{name}`. */
  readonly path: string;
  readonly permission: string;
  /** Of a body that is JSON. */
  readonly body?: JsonSchema;
  /** Its body is lines of JSON; the tests of import send wrong ones. */
  readonly takesLines: boolean;
  readonly query: readonly Parameter[];
  /** The header fields that it says it reads. */
  readonly headers: readonly string[];
  readonly isAuthzen: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

export const titleOf = ({ method, path }: Operation): string => `${method} ${path}`;

/** Every route of the OpenAPI document that takes a token, and those that AuthZEN's own document names. */
export function readOperations(licet: Pick<RunningLicet, "url">): Promise<readonly Operation[]> {
  // They are the same at every server, and to describe them takes a tenth of a second.
  read ??= readFrom(licet).catch((error: unknown) => {
    read = undefined;
    throw error;
  });
  return read;
}

let read: Promise<readonly Operation[]> | undefined;

async function readFrom(licet: Pick<RunningLicet, "url">): Promise<readonly Operation[]> {
  const document = await getJson<OpenApi>(`${licet.url}/api/v1/openapi.json`);
  const described = Object.entries(dereference<Paths>(document, document.paths)).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => !security.some((each) => "client" in each))
      .map(([method, described]) => readOperation(method, path, described)),
  );
  const operations = [...described, ...(await readAuthzen(licet))];
  // A test over an empty list would pass.
  assert.ok(operations.length > 60, `${operations.length} operations`);
  return operations;
}

type Paths = Readonly<Record<string, Readonly<Record<string, Described>>>>;
interface Described {
  readonly security: readonly { readonly token?: readonly string[] }[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: {
      readonly "application/json"?: { readonly schema: JsonSchema };
      readonly [NDJSON]?: unknown;
    };
  };
}

function readOperation(method: string, path: string, described: Described): Operation {
  const permission = described.security[0]?.token?.[0];
  assert.ok(permission, `${method} ${path} says what it takes`);
  const content = described.requestBody?.content ?? {};
  const body = content["application/json"]?.schema;
  const named = (place: Parameter["in"]) => (described.parameters ?? []).filter((each) => each.in === place);
  return {
    method: method.toUpperCase(),
    path,
    permission,
    query: named("query"),
    headers: named("header").map(({ name }) => name),
    isAuthzen: false,
    takesLines: NDJSON in content,
    ...(body && { body }),
  };
}

async function readAuthzen({ url }: Pick<RunningLicet, "url">): Promise<readonly Operation[]> {
  const document = await getJson<Record<string, string>>(`${url}/.well-known/authzen-configuration`);
  return Object.entries(document)
    .filter(([name]) => name.endsWith("_endpoint"))
    .map(([name, endpoint]) => ({
      method: "POST",
      path: new URL(endpoint).pathname,
      permission: name.startsWith("search") ? "licet:authzen.search" : "licet:authzen.evaluate",
      query: [],
      headers: [],
      isAuthzen: true,
      takesLines: false,
    }));
}

const getJson = async <T>(url: string): Promise<T> => (await fetch(url)).json() as Promise<T>;

/** Ids that were given out, to be put into paths. */
export interface SpareIds {
  readonly assignment: string;
  readonly secret: string;
  readonly accountSecret: string;
  readonly session: string;
}

export async function findSpareIds(licet: RunningLicet): Promise<SpareIds> {
  const { directory } = licet.services.storage;
  const only = async (kind: "assignment" | "secret", equals: Record<string, string>) => {
    const { items } = await directory.page(kind, { limit: 2, filter: { equals } });
    assert.equal(items.length, 1);
    return String(items[0]?.value.id);
  };
  return {
    assignment: await only("assignment", { permission: "spare" }),
    secret: await only("secret", { owner: "spare" }),
    accountSecret: await only("secret", { owner: "ak_spare" }),
    session: await startSession(licet, "spare"),
  };
}

/** Starts a session of the user, in a browser that does not exist. */
async function startSession({ services }: RunningLicet, username: string): Promise<string> {
  const { storage, clock } = services;
  const user = await storage.state.findUserByUsername(username);
  assert.ok(user);
  const now = clock.seconds();
  const session = {
    id: `ses_${username}`,
    userId: user.id,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + 3_600,
    authentication: { time: now, acr: "1", amr: ["pwd"] },
    passwordStamp: passwordStamp(user),
    ip: "192.0.2.1",
    userAgent: "",
  };
  await storage.sessions.start(session, `a token of ${username}`, undefined);
  return session.id;
}

/** A request that would work, and change something where it can, if only the caller may. */
export function validCall(operation: Operation, ids: SpareIds): Call {
  const { method, path, body, takesLines, query, isAuthzen } = operation;
  const required = query.filter(({ required, name }) => required || name === "cascade");
  const asked = required.map(({ name }) => [name, name === "cascade" ? "true" : "tokens_issued"]);
  const search = asked.length === 0 ? "" : `?${new URLSearchParams(asked)}`;
  return {
    method,
    path: fillPath(path, ids) + search,
    ...(body && { body: replaced(method, createSample(body)) }),
    ...(isAuthzen && { body: authzenBody(path) }),
    ...(takesLines && { body: '{"kind":"group","name":"imported"}\n', contentType: NDJSON }),
  };
}

/** Nothing that a POST of the same collection wants to have for itself. */
const replaced = (method: string, body: unknown): unknown =>
  method === "PUT" && (body as { identifier?: string }).identifier !== undefined
    ? { ...(body as object), identifier: "https://spare.example.test/elsewhere" }
    : body;

export const fillPath = (path: string, ids: SpareIds): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(pathValue(path, name, ids)));

function pathValue(path: string, name: string, ids: SpareIds): string {
  if (name === "member") return "user:spare";
  if (name === "access_key") return "ak_spare";
  if (name === "permission") return "spare:read";
  if (name === "session") return ids.session;
  if (name !== "id" || path.includes("/instances/") || path.includes("/users/")) return "spare";
  if (path.includes("/assignments/")) return ids.assignment;
  return path.includes("/access-accounts/") ? ids.accountSecret : ids.secret;
}

const EVALUATION = {
  subject: { type: "user", id: "alice" },
  action: { name: "read" },
  resource: { type: "orders", id: "42" },
};

/** Each search leaves open what it looks for. */
export function authzenBody(path: string): object {
  const { subject, action, resource } = EVALUATION;
  if (path.endsWith("/search/subject")) return { action, resource, subject: { type: "user" } };
  if (path.endsWith("/search/resource")) return { subject, action, resource: { type: "orders" } };
  if (path.endsWith("/search/action")) return { subject, resource };
  return path.endsWith("/evaluations") ? { ...EVALUATION, evaluations: [{}] } : EVALUATION;
}
