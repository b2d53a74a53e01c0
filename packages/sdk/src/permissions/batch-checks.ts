import type { CallOptions } from "./call.ts";
import { type InputIssue, LicetProblem, LicetUnavailableError } from "./licet-problem.ts";
import { type CheckOptions, type CheckResult, pickQuestion, type Question, readResults } from "./question.ts";
import type { SendCall } from "./send-call.ts";

/** Fewer than the API takes, so that one batch does not keep many callers waiting for the slowest question. */
const MAX_QUESTIONS = 500;
/** The API takes 512 kB. */
const MAX_CHARACTERS = 131_072;

/** One question, and everybody who asked it in this turn. */
interface Item {
  readonly question: Question;
  readonly characters: number;
  readonly waiting: Set<Waiting>;
  /** Called when a caller stops waiting. */
  onLeave: () => void;
}

interface Waiting {
  resolve(result: CheckResult): void;
  reject(error: unknown): void;
}

export type CheckOne = (question: Question, options?: CheckOptions) => Promise<CheckResult>;

/** After everything that this turn of the event loop still does. */
const nextTurn: (work: () => void) => void =
  typeof setImmediate === "function" ? (work) => setImmediate(work) : (work) => setTimeout(work, 0);

/**
 * Sends the checks that are made in one turn of the event loop together, each question once. A question that is refused
 * fails alone.
 */
export function createBatchChecks(sendCall: SendCall, timeoutMilliseconds: number): CheckOne {
  /** By what they demand of the answer, then by their text. */
  let queues = new Map<number | undefined, Map<string, Item>>();

  const flush = () => {
    const ready = queues;
    queues = new Map();
    for (const [atLeast, items] of ready)
      for (const batch of splitBatch([...items.values()].filter(({ waiting }) => waiting.size > 0)))
        void runBatch(sendCall, batch, atLeast);
  };

  return async (given, options = {}) => {
    const { signal, atLeast } = options;
    signal?.throwIfAborted();
    const question = pickQuestion(given);
    const text = JSON.stringify(question);
    if (queues.size === 0) nextTurn(flush);
    const queue = queues.get(atLeast) ?? new Map<string, Item>();
    queues.set(atLeast, queue);
    const item = queue.get(text) ?? {
      question,
      characters: text.length,
      waiting: new Set(),
      onLeave: () => {},
    };
    queue.set(text, item);
    return waitFor(item, signal, options.timeoutMilliseconds ?? timeoutMilliseconds);
  };
}

/** A caller that aborts, or whose time is over, stops waiting; the others go on. */
function waitFor(item: Item, signal: AbortSignal | undefined, milliseconds: number): Promise<CheckResult> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      item.waiting.delete(waiting);
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      item.onLeave();
    };
    const onAbort = () => {
      leave();
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      leave();
      reject(new LicetUnavailableError("Licet did not answer in time"));
    }, milliseconds);
    const waiting: Waiting = {
      resolve(result) {
        leave();
        resolve(result);
      },
      reject(error) {
        leave();
        reject(error);
      },
    };
    item.waiting.add(waiting);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

function splitBatch(items: readonly Item[]): readonly (readonly Item[])[] {
  const batches: Item[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const item of items) {
    characters += item.characters;
    const last = batches.at(-1);
    if (last && characters <= MAX_CHARACTERS && last.length < MAX_QUESTIONS) last.push(item);
    else {
      batches.push([item]);
      characters = item.characters;
    }
  }
  return batches;
}

async function runBatch(
  sendCall: SendCall,
  items: readonly Item[],
  atLeast: number | undefined,
): Promise<void> {
  if (items.length === 0) return;
  const unneeded = new AbortController();
  const onLeave = () => {
    if (items.every(({ waiting }) => waiting.size === 0)) unneeded.abort();
  };
  for (const item of items) item.onLeave = onLeave;
  try {
    const results = await askBatch(sendCall, items, { atLeast, signal: unneeded.signal });
    for (const [index, result] of results.entries())
      for (const one of [...(items[index]?.waiting ?? [])]) one.resolve(result);
  } catch (error) {
    await divide(sendCall, items, atLeast, error);
  }
}

async function askBatch(
  sendCall: SendCall,
  items: readonly Item[],
  options: CallOptions,
): Promise<readonly CheckResult[]> {
  const [only, ...others] = items;
  if (only && others.length === 0) {
    const { body } = await sendCall("POST /check", { body: only.question, ...options });
    return readResults({ results: [body], revision: body.revision }, 1);
  }
  const checks = items.map(({ question }) => question);
  const { body } = await sendCall("POST /check:batch", { body: { checks }, ...options });
  return readResults(body, items.length);
}

/** Questions that the API names as wrong fail; the others are asked again, in halves if none is named. */
async function divide(
  sendCall: SendCall,
  items: readonly Item[],
  atLeast: number | undefined,
  error: unknown,
): Promise<void> {
  const isAboutInput =
    error instanceof LicetProblem && (error.error === "invalid_input" || error.error === "payload_too_large");
  if (!isAboutInput || items.length === 1) {
    for (const { waiting } of items) for (const one of [...waiting]) one.reject(error);
    return;
  }
  const issues = groupIssues(error.errors);
  const rest = items.filter((_, index) => !issues.has(index));
  for (const [index, item] of items.entries()) {
    const own = issues.get(index);
    const problem = own && new LicetProblem({ ...error.problem, detail: own[0]?.detail ?? "", errors: own });
    if (problem) for (const one of [...item.waiting]) one.reject(problem);
  }
  const middle = Math.ceil(rest.length / 2);
  const parts = issues.size > 0 ? [rest] : [rest.slice(0, middle), rest.slice(middle)];
  await Promise.all(parts.map((part) => runBatch(sendCall, part, atLeast)));
}

/** The issues by question, with pointers as in a single check: `/checks/3/subject` is `/subject` of the fourth. */
function groupIssues(errors: readonly InputIssue[]): ReadonlyMap<number, readonly InputIssue[]> {
  const issues = new Map<number, InputIssue[]>();
  for (const issue of errors) {
    const [, index, pointer = ""] = /^\/checks\/(\d+)(\/.*)?$/s.exec(issue.pointer) ?? [];
    if (index === undefined) continue;
    const own = issues.get(Number(index)) ?? [];
    own.push({ ...issue, pointer });
    issues.set(Number(index), own);
  }
  return issues;
}
