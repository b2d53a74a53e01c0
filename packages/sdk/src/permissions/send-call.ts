import { parseJsonObject } from "../common/parse-json-object.ts";
import { readBoundedText } from "../common/read-bounded-text.ts";
import { parseRetryAfter } from "../common/retry-after.ts";
import type { Runtime } from "../common/runtime.ts";
import { sendWithRetry } from "../common/send-with-retry.ts";
import { untilAborted } from "../common/until-aborted.ts";
import { withTimeout } from "../common/with-timeout.ts";
import type { FindToken } from "./access-token.ts";
import {
  type AnyArguments,
  type CallAnswer,
  type CallName,
  type DescribedCall,
  describeCall,
} from "./call.ts";
import { isProblem, LicetProblem, LicetUnavailableError } from "./licet-problem.ts";
import type { WrittenRevision } from "./written-revision.ts";

/** More than the longest page. */
const MAX_ANSWER_BYTES = 33_554_432;

export interface SendCallOptions {
  /** `https://auth.example.com/api/v1`. */
  readonly api: string;
  readonly findToken: FindToken;
  readonly written: WrittenRevision;
  readonly timeoutMilliseconds: number;
  readonly attempts: number;
  readonly maxWaitMilliseconds: number;
  readonly runtime: Runtime;
}

export type SendCall = <Name extends CallName>(name: Name, given: AnyArguments) => Promise<CallAnswer<Name>>;

/** Sends a call with a token, within its time, and again where that is safe. */
export function createSendCall(options: SendCallOptions): SendCall {
  const { findToken, written } = options;

  return async <Name extends CallName>(name: Name, given: AnyArguments) => {
    const known = Math.max(written.required() ?? 0, given.atLeast ?? 0);
    const call = describeCall(name, given, known === 0 ? undefined : known);
    const signal = withTimeout(given.timeoutMilliseconds ?? options.timeoutMilliseconds, given.signal);
    try {
      const token = await untilAborted(findToken({ signal }), signal);
      let response = await send(options, call, token, signal);
      if (response.status === 401)
        response = await repeatWithNewToken(options, call, token, response, signal);
      const answer = await readAnswer<Name>(response, options.runtime.clock.now());
      if (call.isWrite) written.note(answer.revision);
      return answer;
    } catch (error) {
      if (given.signal?.aborted) throw given.signal.reason;
      if (signal.aborted) throw new LicetUnavailableError("Licet did not answer in time", { cause: error });
      throw error;
    }
  };
}

async function repeatWithNewToken(
  options: SendCallOptions,
  call: DescribedCall,
  refused: string,
  response: Response,
  signal: AbortSignal,
): Promise<Response> {
  // If there is no other token, the refusal is the answer.
  const token = await untilAborted(options.findToken({ insteadOf: refused, signal }), signal).catch(
    () => refused,
  );
  if (token === refused) return response;
  await response.body?.cancel();
  return send(options, call, token, signal);
}

async function send(
  options: SendCallOptions,
  { method, path, headers, body, isRepeatable }: DescribedCall,
  token: string,
  signal: AbortSignal,
): Promise<Response> {
  const { api, attempts, maxWaitMilliseconds, runtime } = options;
  const sendOnce = () =>
    runtime.fetch(api + path, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(body !== undefined && { body }),
      redirect: "manual",
      signal,
    });
  try {
    return await (isRepeatable
      ? sendWithRetry(sendOnce, { attempts, maxWaitMilliseconds, runtime, signal })
      : sendOnce());
  } catch (cause) {
    throw new LicetUnavailableError("Licet could not be reached", { cause });
  }
}

async function readAnswer<Name extends CallName>(response: Response, now: number): Promise<CallAnswer<Name>> {
  const { status, headers } = response;
  const text = await readBoundedText(response, MAX_ANSWER_BYTES).catch((cause: unknown) => {
    throw new LicetUnavailableError("the answer of Licet was cut off", { cause });
  });
  const body = parseJsonObject(text);
  if (!response.ok && isProblem(body)) {
    const wait = parseRetryAfter(headers.get("retry-after"), now);
    throw new LicetProblem(body, wait === undefined ? undefined : Math.ceil(wait / 1_000));
  }
  // A proxy may answer instead of Licet, with a page of its own.
  if (!response.ok || (body === undefined && (text !== "" || status === 200)))
    throw new LicetUnavailableError(`something else than Licet answered, with status ${status}`);
  const revision = headers.get("licet-revision");
  return {
    body: body as CallAnswer<Name>["body"],
    status,
    etag: headers.get("etag") ?? undefined,
    revision: revision === null ? undefined : Number(revision),
  };
}
