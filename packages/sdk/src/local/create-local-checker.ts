import { writeExplanation } from "@licet/engine/internal/explain/write-explanation.ts";
import type { AskedQuestion } from "@licet/engine/internal/question/asked-question.ts";
import type { Replica, ReplicaAnswer } from "@licet/engine/internal/replica/replica.ts";
import { isResourceName } from "@licet/engine/internal/values/names.ts";
import type { Clock as EngineClock } from "@licet/engine/internal/values/time.ts";
import { parseIssuer } from "../common/issuer.ts";
import { LicetError } from "../common/licet-error.ts";
import { type RuntimeOptions, readRuntime } from "../common/runtime.ts";
import { UsageError } from "../common/usage-error.ts";
import { withTimeout } from "../common/with-timeout.ts";
import { createFindToken, type FindToken, type GivenToken } from "../permissions/access-token.ts";
import { askServer } from "./ask-server.ts";
import { type CurrentCopy, type FollowState, followServer, messageOf } from "./follow-server.ts";
import { isRefusal } from "./is-refusal.ts";
import { createSendRequest } from "./licet-requests.ts";
import type { LocalAnswer, LocalDenial } from "./local-answer.ts";
import { isUserQuestion, type LocalQuestion, parseLocalQuestion } from "./local-question.ts";
import { nameMissingPermission } from "./missing-permission.ts";
import { ageOf } from "./stream-time.ts";
import { createWaiters } from "./waiters.ts";

export interface LocalCheckerOptions extends RuntimeOptions {
  /** The base URL of Licet, exactly as it calls itself: `https://auth.example.com`. */
  readonly issuer: string;
  /** Where Licet is reached, if not at the issuer. */
  readonly url?: string | undefined;
  /**
   * A token client (`createTokenClient`), a function that returns an access token, or a token. It needs
   * `licet:replicate`, and `licet:check` for `checkFresh()`.
   */
  readonly token: GivenToken;
  /** The names of the resources that are asked about; all when left out. Fewer make the copy smaller. */
  readonly resources?: readonly string[] | undefined;
  /** Lets questions name users by their username. The copy then has the usernames of all users. */
  readonly usernames?: boolean | undefined;
  /** Data that may be older than this decide nothing: 2,000 by default. */
  readonly maxAgeMilliseconds?: number | undefined;
  /** Lets the URL be http:// beyond this machine. Tokens can then be read on their way. */
  readonly allowHttp?: boolean | undefined;
  /** Hears why the copy cannot be kept current, each problem once; `console.warn` by default. */
  readonly log?: ((message: string, error: unknown) => void) | undefined;
}

/** The JSON of `POST /api/v1/check:explain`. */
export type LocalExplanation =
  | ReturnType<typeof writeExplanation>
  | {
      readonly allowed: false;
      readonly reason: LocalDenial;
      readonly near_misses: readonly never[];
      readonly suggestions: readonly never[];
      readonly revision: number;
    };

export interface LocalStatus {
  /** The revision of the copy; 0 before the first load. */
  readonly revision: number;
  /** The copy is as old as this at most. Infinity before the first load. */
  readonly ageMilliseconds: number;
  /** True when checks are answered. */
  readonly isFresh: boolean;
  readonly isConnected: boolean;
  readonly isLoading: boolean;
  /** Why there is no connection. */
  readonly problem?: string;
}

export interface FreshOptions {
  /** The revision of a write whose effect must show. */
  readonly atLeast?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface LocalChecker {
  /** Answers from the copy, exactly as the server at that revision. Never throws: in doubt, it denies. */
  check(question: LocalQuestion): LocalAnswer;
  /** The same with its grant path, or with the near misses and what would help. */
  explain(question: LocalQuestion): LocalExplanation;
  /** Answers from the copy when it can, and asks the server otherwise. Denies when that cannot be asked either. */
  checkFresh(question: LocalQuestion, options?: FreshOptions): Promise<LocalAnswer>;
  /**
   * Resolves when checks are answered. Rejects when Licet refuses the application, the token or the request, and after
   * `close()`. The checker goes on trying after a refusal, and while Licet is away.
   */
  ready(): Promise<void>;
  status(): LocalStatus;
  /** Ends the connection. Every check is denied afterwards. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const DEFAULT_MAX_AGE_MILLISECONDS = 2_000;
/** How long `checkFresh()` waits for a revision that is on its way. */
const LONGEST_WAIT_MILLISECONDS = 500;
const ASK_TIMEOUT_MILLISECONDS = 5_000;

/** Keeps a copy of the permission data in this process, and answers checks from it. */
export function createLocalChecker(options: LocalCheckerOptions): LocalChecker {
  const { maxAgeMilliseconds, api, limits } = readOptions(options);
  const runtime = readRuntime(options);
  const { monotonic, now, sleep } = runtime.clock;
  const send = createSendRequest({ api, findToken: readToken(options), runtime });
  const closing = new AbortController();
  const state: FollowState = { copy: undefined, isConnected: false, isLoading: true, problem: undefined };
  const waiters = createWaiters();
  const log = options.log ?? ((message: string) => console.warn(`@licet/sdk/local: ${message}`));

  const following = followServer({
    send,
    limits,
    runtime,
    signal: closing.signal,
    state,
    listener: {
      onCurrent: waiters.wake,
      onProblem(error) {
        reportOnce(messageOf(error), error);
        if (isRefusal(error)) waiters.fail(error);
      },
    },
  });

  let reported = "";
  function reportOnce(message: string, error: unknown): void {
    if (message === reported) return;
    reported = message;
    log(message, error);
  }

  /** Time by the clock of the server, read once for each check. */
  let seconds = 0;
  const clock: EngineClock = { seconds: () => seconds, milliseconds: () => seconds * 1_000 };

  function ageNow(copy: CurrentCopy | undefined): number {
    return copy ? ageOf(copy.confirmation, monotonic(), now()) : Number.POSITIVE_INFINITY;
  }

  const denial = (reason: LocalDenial, ageMilliseconds: number): LocalAnswer => ({
    allowed: false,
    reason,
    revision: state.copy?.replica.revision ?? 0,
    ageMilliseconds,
  });

  /** Asks the copy if it is not too old. Undefined when it does not take the question. */
  function askCopy(ask: (replica: Replica) => ReplicaAnswer | undefined): LocalAnswer | undefined {
    const { copy } = state;
    const at = monotonic();
    const ageMilliseconds = copy ? ageOf(copy.confirmation, at, now()) : Number.POSITIVE_INFINITY;
    // Also for an age that is not a number.
    if (!copy || !(ageMilliseconds <= maxAgeMilliseconds)) return denial("stale", ageMilliseconds);
    seconds = Math.floor((copy.timeOffset + at) / 1_000);
    const given = ask(copy.replica);
    if (!given) return undefined;
    const { revision } = given;
    return given.allowed
      ? { allowed: true, revision, ageMilliseconds }
      : { allowed: false, reason: given.reason, revision, ageMilliseconds };
  }

  const answer = (asked: AskedQuestion | undefined): LocalAnswer =>
    (asked && askCopy((replica) => replica.check(asked, clock))) ??
    denial("invalid_question", ageNow(state.copy));

  function check(question: LocalQuestion): LocalAnswer {
    const known = isUserQuestion(question)
      ? askCopy((replica) => replica.checkUser(question.subject, question.permission, clock))
      : undefined;
    return known ?? answer(parseLocalQuestion(question));
  }

  function explain(question: LocalQuestion): LocalExplanation {
    const asked = parseLocalQuestion(question);
    const { reason, revision } = answer(asked);
    const isExplained = asked !== undefined && !isUndecided(reason);
    const explanation = isExplained ? state.copy?.replica.explain(asked, clock) : undefined;
    if (explanation) return writeExplanation(explanation);
    return { allowed: false, reason: reason ?? "stale", near_misses: [], suggestions: [], revision };
  }

  async function checkFresh(
    question: LocalQuestion,
    { atLeast, signal }: FreshOptions = {},
  ): Promise<LocalAnswer> {
    const asked = parseLocalQuestion(question);
    const isEnough = ({ reason, revision }: LocalAnswer) =>
      reason === "invalid_question" || (!isUndecided(reason) && revision >= (atLeast ?? 0));
    const first = answer(asked);
    if (isEnough(first)) return first;
    if (!isUndecided(first.reason)) {
      await waiters.wait(() => isEnough(answer(asked)), LONGEST_WAIT_MILLISECONDS, sleep);
      const later = answer(asked);
      if (isEnough(later)) return later;
    }
    try {
      const ending = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
      return await askServer(
        send,
        question,
        atLeast,
        runtime.clock,
        withTimeout(ASK_TIMEOUT_MILLISECONDS, ending),
      );
    } catch (error) {
      reportOnce(messageOf(error), error);
      const last = answer(asked);
      if (isEnough(last)) return last;
      return denial(last.reason === "not_replicated" ? last.reason : "stale", last.ageMilliseconds);
    }
  }

  const isFresh = () => ageNow(state.copy) <= maxAgeMilliseconds;
  async function close(): Promise<void> {
    closing.abort(new LicetError("closed", "the local checker was closed"));
    state.copy = undefined;
    waiters.fail(closing.signal.reason);
    await following;
    state.copy = undefined;
  }

  return {
    check,
    explain,
    checkFresh,
    async ready() {
      closing.signal.throwIfAborted();
      if (!isFresh()) await waiters.until(isFresh);
    },
    status: () => ({
      revision: state.copy?.replica.revision ?? 0,
      ageMilliseconds: ageNow(state.copy),
      isFresh: isFresh(),
      isConnected: state.isConnected,
      isLoading: state.isLoading,
      ...(state.problem !== undefined && { problem: state.problem }),
    }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

const isUndecided = (reason: LocalDenial | undefined): boolean =>
  reason === "stale" || reason === "not_replicated";

/** Reads the token that was given. A token client is asked for one of Licet's own API. */
function readToken({ token, issuer }: LocalCheckerOptions): FindToken {
  const api = `${issuer}/api/v1`;
  const findToken = createFindToken(token, api, undefined);
  // A function may have asked for something else.
  return typeof token === "object" ? nameMissingPermission(findToken, api) : findToken;
}

function readOptions(options: LocalCheckerOptions) {
  const { issuer, url = issuer, allowHttp = false, resources, usernames = false } = options;
  const { maxAgeMilliseconds = DEFAULT_MAX_AGE_MILLISECONDS } = options;
  parseIssuer(issuer, { allowHttp: true });
  const base = parseIssuer(url, { allowHttp }).href.replace(/\/$/, "");
  if (!(Number.isFinite(maxAgeMilliseconds) && maxAgeMilliseconds > 0))
    throw new UsageError("maxAgeMilliseconds: give a number above 0, such as 2000");
  if (resources && !(Array.isArray(resources) && resources.length > 0 && resources.every(isResourceName)))
    throw new UsageError('resources: give the names of resources, such as ["orders"], or leave it out');
  return { maxAgeMilliseconds, api: `${base}/api/v1`, limits: { resources, usernames } };
}
