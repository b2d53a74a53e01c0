import { codeOfStatus } from "../common/code-of-status.ts";
import { LicetError } from "../common/licet-error.ts";
import { parseRetryAfter } from "../common/retry-after.ts";
import type { Runtime } from "../common/runtime.ts";
import type { FindToken } from "../permissions/access-token.ts";
import { GRANT_REPLICATE } from "./missing-permission.ts";
import { type Moment, momentOf } from "./stream-time.ts";

/** Licet answered, and not with what was asked for. */
export class RefusedRequestError extends LicetError {
  override readonly name = "RefusedRequestError";
  readonly status: number;
  readonly retryAfterMilliseconds: number | undefined;

  constructor(path: string, status: number, retryAfterMilliseconds: number | undefined) {
    super(codeOfStatus(status), `${path} answered ${status}${HINTS[status] ?? ""}`);
    this.status = status;
    this.retryAfterMilliseconds = retryAfterMilliseconds;
  }
}

const HINTS: Readonly<Record<number, string>> = {
  401: ": the token is not valid for the API of Licet",
  403: `: the token needs licet:replicate (${GRANT_REPLICATE}), and licet:check for checkFresh()`,
  404: ": is this the base URL of Licet, and has this version snapshots?",
};

export interface LicetAnswer {
  readonly body: ReadableStream<Uint8Array>;
  readonly headers: Headers;
  readonly sent: Moment;
  readonly received: Moment;
}

export interface LicetRequest {
  readonly method: "GET" | "POST";
  /** Below `/api/v1`, with its query. */
  readonly path: string;
  readonly accept: string;
  readonly body?: string;
  readonly signal: AbortSignal;
}

export type SendRequest = (request: LicetRequest) => Promise<LicetAnswer>;

/** Sends a request with a token, and once more with another one when the first is refused. */
export function createSendRequest(options: {
  readonly api: string;
  readonly findToken: FindToken;
  readonly runtime: Runtime;
}): SendRequest {
  const { api, findToken } = options;
  const { clock, fetch } = options.runtime;

  async function send(
    request: LicetRequest,
    token: string,
  ): Promise<Omit<LicetAnswer, "body"> & { response: Response }> {
    const { method, path, accept, body, signal } = request;
    const sent = momentOf(clock);
    const response = await fetch(api + path, {
      method,
      headers: {
        accept,
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body }),
      cache: "no-store",
      // Not "error", which some edge runtimes do not offer. A redirect is refused below.
      redirect: "manual",
      signal,
    });
    return { response, headers: response.headers, sent, received: momentOf(clock) };
  }

  return async (request) => {
    const { path, signal } = request;
    const token = await findToken({ signal });
    let answer = await send(request, token);
    if (answer.response.status === 401) {
      await answer.response.body?.cancel();
      answer = await send(request, await findToken({ insteadOf: token, signal }));
    }
    const { response, ...rest } = answer;
    if (response.status === 200 && response.body) return { ...rest, body: response.body };
    await response.body?.cancel();
    const wait = parseRetryAfter(response.headers.get("retry-after"), clock.now());
    throw new RefusedRequestError(path.split("?")[0] as string, response.status, wait);
  };
}
