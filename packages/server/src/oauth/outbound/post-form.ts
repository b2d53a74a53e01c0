import { lookup as systemLookup } from "node:dns";
import { Agent as HttpAgent, type IncomingMessage, request as requestByHttp } from "node:http";
import { Agent as HttpsAgent, request as requestByHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { urlToHttpOptions } from "node:url";
import { isPublicAddress } from "../../core/network/public-address.ts";

/**
 * Posts a form to a registered address, and returns the status of the answer. Redirects are not followed: they are the
 * answer. Rejects with OutboundError when there was none.
 */
export type PostForm = (
  address: string,
  fields: Readonly<Record<string, string>>,
) => Promise<{ readonly status: number }>;

/** `refused`: we did not even connect. */
export type OutboundFailure = "refused" | "timeout" | "unreachable";

export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly failure: OutboundFailure;

  constructor(failure: OutboundFailure, description: string, options?: ErrorOptions) {
    super(description, options);
    this.failure = failure;
  }
}

/** From the first question to the name server to the last byte. */
const DEADLINE_MILLISECONDS = 5_000;
const MAX_ANSWER_BYTES = 65_536;

export interface PostFormOptions {
  /** Lets it reach private and loopback addresses, and those by plain http. */
  readonly allowPrivate: boolean;
  readonly lookup?: typeof systemLookup;
  readonly deadlineMilliseconds?: number;
}

export function createPostForm(options: PostFormOptions): PostForm {
  const { allowPrivate, deadlineMilliseconds = DEADLINE_MILLISECONDS } = options;
  const isAllowed = (address: string) => allowPrivate || isPublicAddress(address);
  const lookup = createGuardedLookup(options.lookup ?? systemLookup, isAllowed);
  // Of our own: the global ones take a proxy from the environment, and then the proxy would resolve the name, unchecked.
  const agents = { "http:": new HttpAgent(), "https:": new HttpsAgent() };

  return async (address, fields) => {
    const url = parseTarget(address, allowPrivate);
    const { hostname, ...target } = urlToHttpOptions(url);
    // A literal address is never looked up, so the check of the lookup would not see it.
    if (isIP(hostname ?? "") !== 0 && !isAllowed(hostname ?? "")) throw refusedAddress();
    const body = new URLSearchParams(fields).toString();
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": Buffer.byteLength(body),
      accept: "*/*",
      "user-agent": "Licet",
    };
    const isPlain = url.protocol === "http:";
    const open = isPlain ? requestByHttp : requestByHttps;
    const agent = agents[isPlain ? "http:" : "https:"];
    const signal = AbortSignal.timeout(deadlineMilliseconds);
    return new Promise((resolve, reject) => {
      open({ ...target, hostname, method: "POST", agent, lookup, signal, headers })
        .on("error", (error) => reject(asOutboundError(error)))
        .on("response", (response) => {
          resolve({ status: response.statusCode ?? 0 });
          discard(response);
        })
        .end(body);
    });
  };
}

function parseTarget(address: string, allowPrivate: boolean): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isWeb = url?.protocol === "https:" || (allowPrivate && url?.protocol === "http:");
  if (!url || !isWeb || url.username !== "" || url.password !== "")
    throw new OutboundError("refused", "the address is not an https address without credentials");
  return url;
}

/**
 * Checks what the name stands for in the one answer that is then connected to: a name that stands for something else a
 * moment later changes nothing. One address that is not allowed spoils them all, since the socket may try any.
 */
function createGuardedLookup(
  lookup: typeof systemLookup,
  isAllowed: (address: string) => boolean,
): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "");
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isAllowed(address)))
        return callback(refusedAddress(), "");
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
}

const refusedAddress = () =>
  new OutboundError("refused", "the address is private, or not one on the internet for another reason");

/** Reads and drops the body, up to a bound, so that the other side can finish its response. */
function discard(response: IncomingMessage): void {
  let bytes = 0;
  response
    .on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) response.destroy();
    })
    // It broke off, or took too long: its status is known already.
    .on("error", () => undefined);
}

function asOutboundError(error: Error): OutboundError {
  if (error instanceof OutboundError) return error;
  if (error.name === "AbortError") return new OutboundError("timeout", "there was no answer in time");
  return new OutboundError("unreachable", "there was no answer", { cause: error });
}
