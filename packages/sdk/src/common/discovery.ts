import { LicetError } from "./licet-error.ts";
import { parseJsonObject } from "./parse-json-object.ts";
import { readBoundedText } from "./read-bounded-text.ts";
import { parseRetryAfter } from "./retry-after.ts";
import type { Clock, Runtime } from "./runtime.ts";
import { sendWithRetry } from "./send-with-retry.ts";
import { withTimeout } from "./with-timeout.ts";

const MAX_DOCUMENT_BYTES = 262_144;
const MAX_WAIT_MILLISECONDS = 5_000;

/** RFC 8414 §2: the members that the SDK reads are checked where they are read. */
export type ServerMetadata = Readonly<Record<string, unknown>>;

/** `unavailable` passes; `wrong_issuer` stays until the configuration is changed. */
export class DiscoveryError extends LicetError {
  override readonly name = "DiscoveryError";
  readonly retryAfterMilliseconds: number | undefined;

  constructor(
    code: "unavailable" | "wrong_issuer",
    message: string,
    options?: ErrorOptions & { readonly retryAfterMilliseconds?: number | undefined },
  ) {
    super(code, message, options);
    this.retryAfterMilliseconds = options?.retryAfterMilliseconds;
  }
}

export interface DiscoveryOptions {
  /** As the developer wrote it: it is compared as a text (RFC 8414 §3.3). */
  readonly issuer: string;
  readonly runtime: Runtime;
  readonly timeoutMilliseconds: number;
  readonly attempts: number;
}

/** Reads the metadata of the authorization server, and refuses those of another one. */
export async function discover(options: DiscoveryOptions): Promise<ServerMetadata> {
  const { issuer, runtime, timeoutMilliseconds, attempts } = options;
  const url = metadataUrl(issuer);
  const send = () =>
    runtime.fetch(url, {
      headers: { accept: "application/json" },
      // Not "error", which some edge runtimes do not offer. A redirect is refused below.
      redirect: "manual",
      signal: withTimeout(timeoutMilliseconds, undefined),
    });
  const retry = { attempts, maxWaitMilliseconds: MAX_WAIT_MILLISECONDS, runtime };
  try {
    const response = await sendWithRetry(send, retry);
    return requireMetadata(
      issuer,
      url,
      response,
      await readBoundedText(response, MAX_DOCUMENT_BYTES),
      runtime.clock,
    );
  } catch (cause) {
    if (cause instanceof DiscoveryError) throw cause;
    throw new DiscoveryError("unavailable", `${url} could not be read`, { cause });
  }
}

/** RFC 8414 §3.1: the well-known part goes between the host and the path. */
export function metadataUrl(issuer: string): string {
  const { origin, pathname } = new URL(issuer);
  return `${origin}/.well-known/oauth-authorization-server${pathname.replace(/\/$/, "")}`;
}

function requireMetadata(
  issuer: string,
  url: string,
  { status, headers }: Response,
  text: string,
  { now }: Clock,
): ServerMetadata {
  if (status === 429 || status >= 500)
    throw new DiscoveryError("unavailable", `${url} answered ${status}`, {
      retryAfterMilliseconds: parseRetryAfter(headers.get("retry-after"), now()),
    });
  const metadata = status === 200 ? parseJsonObject(text) : undefined;
  if (!metadata)
    throw new DiscoveryError(
      "wrong_issuer",
      `${url} answered ${status} and no metadata: is the issuer right?`,
    );
  // RFC 8414 §3.3: MUST be identical. Otherwise another server could make itself pass for this one.
  if (metadata.issuer !== issuer)
    throw new DiscoveryError(
      "wrong_issuer",
      `the server at ${url} calls itself ${JSON.stringify(metadata.issuer)}: write exactly that as issuer, if it is the right server`,
    );
  return metadata;
}
