import { parseIssuer } from "../common/issuer.ts";
import type { PermissionName } from "../common/permission-name.ts";
import { type RuntimeOptions, readRuntime } from "../common/runtime.ts";
import { createFindToken, type GivenToken } from "./access-token.ts";
import { createBatchChecks } from "./batch-checks.ts";
import type {
  AnyArguments,
  CallAnswer,
  CallArguments,
  CallName,
  CallOptions,
  Method,
  NameOf,
  PathOf,
} from "./call.ts";
import { type CheckOptions, type CheckResult, pickQuestion, type Question, readResults } from "./question.ts";
import type { Calls, Schemas } from "./schema.ts";
import { createSendCall } from "./send-call.ts";
import { createWrittenRevision } from "./written-revision.ts";

export interface PermissionsClientOptions extends RuntimeOptions {
  /** The base URL of Licet, exactly as it calls itself: `https://auth.example.com`. */
  readonly issuer: string;
  /** Where Licet is called, if this is not the issuer: `http://licet.internal:4455`. */
  readonly url?: string | undefined;
  /** A token client (`createTokenClient`), a function that returns an access token of Licet's own API, or a token. */
  readonly token: GivenToken;
  /** What a token client is asked for: `licet:check`. Everything that the application holds of Licet if left out. */
  readonly scope?: string | readonly string[] | undefined;
  /** For each call, with all its attempts: 10 s by default. */
  readonly timeoutMilliseconds?: number | undefined;
  /** How often a call that may be repeated is sent: 3 times by default. */
  readonly attempts?: number | undefined;
  /** How long `Retry-After` may ask to wait before an error says so instead: 5 s by default. */
  readonly maxWaitMilliseconds?: number | undefined;
  /** Lets Licet be called by http:// beyond this machine. Tokens can then be read on their way. */
  readonly allowHttp?: boolean | undefined;
}

type WithPermission<Body> = Omit<Body, "permission"> & { readonly permission: PermissionName };
type ArgumentsOf<Name extends CallName> =
  Partial<CallArguments<Name>> extends CallArguments<Name>
    ? [given?: CallArguments<Name>]
    : [given: CallArguments<Name>];
type ItemOf<Name extends CallName> = Calls[Name]["answer"] extends { readonly items: readonly (infer Item)[] }
  ? Item
  : never;
/** The calls that answer with pages. */
type PagedPath<M extends Method> = {
  [Path in PathOf<M>]: [ItemOf<NameOf<M, Path>>] extends [never] ? never : Path;
}[PathOf<M>];

export interface PermissionsClient {
  /**
   * Whether a subject holds a permission. A denial is an answer, not an error; an error is never a permission. Checks
   * of one turn of the event loop are sent together.
   */
  check(question: Question, options?: CheckOptions): Promise<CheckResult>;
  /** Up to 1,000 checks, all at one revision. */
  checkMany(questions: readonly Question[], options?: CheckOptions): Promise<readonly CheckResult[]>;
  /** The check with its grant path, or with the near misses and what would help. */
  explain(question: Question, options?: CheckOptions): Promise<Schemas["Explanation"]>;
  listPermissions(
    asked: Schemas["SubjectPermissionsRequest"],
    options?: CallOptions,
  ): Promise<Schemas["HeldPermissionPage"]>;
  listResources(
    asked: WithPermission<Schemas["PermittedResourcesRequest"]>,
    options?: CallOptions,
  ): Promise<Schemas["PermittedResourcePage"]>;
  listSubjects(
    asked: WithPermission<Schemas["PermittedSubjectsRequest"]>,
    options?: CallOptions,
  ): Promise<Schemas["PermittedSubjectPage"]>;
  /** Any call of the API: `request("GET", "/users/{id}", { params: { id } })`. */
  request<M extends Method, Path extends PathOf<M>>(
    method: M,
    path: Path,
    ...given: ArgumentsOf<NameOf<M, Path>>
  ): Promise<CallAnswer<NameOf<M, Path>>>;
  /** All items of a call that answers with pages: `for await (const user of each("GET", "/users"))`. */
  each<M extends Method, Path extends PagedPath<M>>(
    method: M,
    path: Path,
    ...given: ArgumentsOf<NameOf<M, Path>>
  ): AsyncGenerator<ItemOf<NameOf<M, Path>>, void, undefined>;
  /** The revision of this client's last write, to be passed on to another process as `atLeast`. */
  readonly revision: number | undefined;
}

const DEFAULTS = { timeoutMilliseconds: 10_000, attempts: 3, maxWaitMilliseconds: 5_000 };

/** A typed client of the permission and management API. */
export function createPermissionsClient(options: PermissionsClientOptions): PermissionsClient {
  const { issuer, url = issuer, allowHttp = false } = options;
  const runtime = readRuntime(options);
  parseIssuer(issuer, { allowHttp: true });
  const base = parseIssuer(url, { allowHttp }).href.replace(/\/$/, "");
  const timeoutMilliseconds = options.timeoutMilliseconds ?? DEFAULTS.timeoutMilliseconds;
  const written = createWrittenRevision(runtime.clock.now);
  const sendCall = createSendCall({
    api: `${base}/api/v1`,
    findToken: createFindToken(options.token, `${issuer}/api/v1`, options.scope),
    written,
    timeoutMilliseconds,
    attempts: options.attempts ?? DEFAULTS.attempts,
    maxWaitMilliseconds: options.maxWaitMilliseconds ?? DEFAULTS.maxWaitMilliseconds,
    runtime,
  });
  const send = <Name extends CallName>(name: Name, body: unknown, given: CallOptions = {}) =>
    sendCall(name, { ...given, body }).then((answer) => answer.body);

  return {
    check: createBatchChecks(sendCall, timeoutMilliseconds),
    async checkMany(questions, given) {
      if (questions.length === 0) return [];
      const checks = questions.map(pickQuestion);
      return readResults(await send("POST /check:batch", { checks }, given), checks.length);
    },
    explain: (question, given) => send("POST /check:explain", pickQuestion(question), given),
    listPermissions: (asked, given) => send("POST /list/permissions", asked, given),
    listResources: (asked, given) => send("POST /list/resources", asked, given),
    listSubjects: (asked, given) => send("POST /list/subjects", asked, given),
    request: async (method, path, given?: AnyArguments) =>
      sendCall(`${method} ${path}` as CallName, given ?? {}) as never,
    each: (method, path, given?: AnyArguments) =>
      eachItem(`${method} ${path}` as CallName, given ?? {}, sendCall) as never,
    get revision() {
      return written.newest();
    },
  };
}

/** Follows `next_cursor`, which goes into the body of a POST and into the query of a GET. */
async function* eachItem(
  name: CallName,
  given: AnyArguments,
  sendCall: (name: CallName, given: AnyArguments) => Promise<{ readonly body: unknown }>,
): AsyncGenerator<unknown, void, undefined> {
  const place = name.startsWith("POST ") ? "body" : "query";
  let cursor: string | undefined;
  do {
    const next =
      cursor === undefined ? given : { ...given, [place]: { ...(given[place] as object), cursor } };
    const { body } = await sendCall(name, next);
    const page = body as { readonly items: readonly unknown[]; readonly next_cursor?: string };
    yield* page.items;
    cursor = page.next_cursor;
  } while (cursor !== undefined);
}
