import assert from "node:assert/strict";
import { after, before } from "node:test";
import { INPUT_ISSUES } from "@licet/engine/internal/values/input-issue.ts";
import { CONFLICTS } from "../../../packages/server/src/core/errors/conflict.ts";
import { type Answer, type Caller, callerWith } from "../../support/api-client.ts";
import { countRows } from "../../support/count-rows.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { issueToken } from "../issue-token.ts";
import { secretOf, WORLD } from "./world.ts";

export {
  type Answer,
  bearer,
  type Call,
  type Caller,
  callerWith,
  pointersOf,
  send,
} from "../../support/api-client.ts";

/** Much of what these tests send is as much work as the server accepts, and a busy machine may take long for it. */
const DEADLINE_MILLISECONDS = 60_000;

export const startGuarded = (state = WORLD, readsLog = false): Promise<RunningLicet> =>
  startLicet({ state, readsLog, requestDeadlineMilliseconds: DEADLINE_MILLISECONDS });

export interface GuardedApi {
  readonly licet: RunningLicet;
  /** Of the administrator, with every permission. */
  readonly token: string;
  /** The administrator, who may do everything. */
  readonly api: Caller;
}

/** A server for the tests of one file, from before the first to after the last. `prepare` runs before the first. */
export function withGuardedApi(
  prepare: (guarded: GuardedApi) => Promise<void> | void,
  { state, readsLog }: { readonly state?: string; readonly readsLog?: boolean } = {},
): void {
  let licet: RunningLicet | undefined;
  before(async () => {
    licet = await startGuarded(state, readsLog);
    const token = await issueTokenTo(licet, ADMINISTRATOR, (await allPermissions(licet)).join(" "));
    await prepare({ licet, token, api: callerWith(licet, token) });
  });
  after(() => licet?.stop());
}

/** Stores a logo for every application: a configuration has none, and the routes of logos need one. */
export async function storeLogos({ services }: RunningLicet): Promise<void> {
  const { state, logos } = services.storage;
  const logo = { mediaType: "image/png", bytes: Buffer.from("a picture"), digest: "of a picture" } as const;
  for (const { id } of await state.list("application")) await logos.put(id, logo);
}

export const issueTokenTo = (
  licet: Pick<RunningLicet, "url">,
  clientId: string,
  scope: string,
): Promise<string> => issueToken(licet, { client_id: clientId, client_secret: secretOf(clientId) }, scope);

/** Works on a few items at once: with all of them at once, each would open a connection. Results keep their order. */
export async function mapInOrder<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE)
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))));
  return results;
}
const AT_ONCE = 16;

/** A caller with a token of this application; with every permission of Licet unless a scope is given. */
export async function createCaller(
  licet: Pick<RunningLicet, "url">,
  clientId: string,
  scope?: string,
): Promise<Caller> {
  return callerWith(
    licet,
    await issueTokenTo(licet, clientId, scope ?? (await allPermissions(licet)).join(" ")),
  );
}

export const ADMINISTRATOR = "admin";

/** Every permission that a route declares, and the one that no route asks for. */
export async function allPermissions({ url }: Pick<RunningLicet, "url">): Promise<readonly string[]> {
  const { components } = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as Described;
  const { scopes } = components.securitySchemes.token.flows.clientCredentials;
  const others = ["licet:authzen.evaluate", "licet:authzen.search", "licet:escalate"];
  return [...new Set([...Object.keys(scopes), ...others])].sort();
}

interface Described {
  readonly components: {
    readonly securitySchemes: {
      readonly token: { readonly flows: { readonly clientCredentials: { readonly scopes: object } } };
    };
  };
}

/** Written in the background, so they change whatever the request was. */
const ALWAYS_GROWING = ["audit_events", "counters", "hourly_counters"];

/** The state that a refused request must keep: the rows of every table, and the revision, which writes increment. */
export async function fingerprint({ database, services }: RunningLicet): Promise<object> {
  const rows = Object.entries(await countRows(database.url));
  return {
    rows: Object.fromEntries(rows.filter(([table]) => !ALWAYS_GROWING.includes(table))),
    revision: await services.storage.state.revision(),
  };
}

/** RFC 9457: the whole of a refusal, which must not be cached. */
export function assertProblem(answer: Answer, status: number, slug: string): void {
  const { type, title, detail: _, errors = [], request_id, status: told, ...more } = answer.body ?? {};
  assert.deepEqual(
    { status: answer.status, type, told },
    { status, type: `urn:licet:problem:${slug}`, told: status },
    answer.text,
  );
  assert.match(answer.headers.get("content-type") ?? "", /^application\/problem\+json\b/);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  assert.equal(typeof title, "string");
  assert.equal(answer.headers.get("x-request-id"), request_id);
  if (status === 409) assertKnownConflict(more);
  else for (const member of Object.keys(more)) assert.ok(["lacking"].includes(member), member);
  for (const error of errors) assertKnownIssue(error);
}

/** An issue of the input has one of our codes, and the values of that code and no others. */
function assertKnownIssue({ pointer, detail, code, ...values }: Readonly<Record<string, unknown>>): void {
  assert.equal(typeof pointer, "string");
  assert.equal(typeof detail, "string");
  assertValuesOf(INPUT_ISSUES, code, values);
}

/** A conflict has one of our codes as well, with its values; `other` would not name the reason. */
function assertKnownConflict({ code, ...values }: Readonly<Record<string, unknown>>): void {
  assert.notEqual(code, "other");
  assertValuesOf(CONFLICTS, code, values);
}

function assertValuesOf(
  codes: Readonly<Record<string, readonly string[]>>,
  code: unknown,
  values: Readonly<Record<string, unknown>>,
): void {
  assert.ok(typeof code === "string" && Object.hasOwn(codes, code), `${code}`);
  const known = codes[code] ?? [];
  for (const name of known) assert.ok(name.endsWith("?") || Object.hasOwn(values, name), `${code}: ${name}`);
  for (const name of Object.keys(values))
    assert.ok(known.includes(name) || known.includes(`${name}?`), `${code}: ${name}`);
}
