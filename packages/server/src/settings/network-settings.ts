import { BlockList, isIP } from "node:net";
import { InvalidInputError } from "../core/errors/errors.ts";
import { isLoopbackHost } from "../core/network/loopback.ts";
import { parseTlsFiles, type TlsFiles } from "./tls-files.ts";
import {
  invalid,
  parseFlag,
  parseList,
  parseOptionalNumber,
  parseWholeNumber,
  type SettingText,
} from "./values.ts";

export interface NetworkSettings {
  readonly baseUrl: string;
  readonly host: string;
  readonly port: number;
  /** Undefined: as many as there are cores. */
  readonly workers: number | undefined;
  /** Undefined: the server answers by plain HTTP, and TLS is the work of a proxy. */
  readonly tls: TlsFiles | undefined;
  readonly trustedProxies: readonly string[];
  /** Nothing is in front of the server: every peer is a caller. */
  readonly hasNoProxy: boolean;
  readonly allowedHosts: readonly string[];
  readonly outboundPrivate: boolean;
  readonly requestDeadlineMilliseconds: number;
  readonly shutdownDelayMilliseconds: number;
}

export function parseNetworkSettings(text: SettingText, cwd: string): NetworkSettings {
  const host = text("host") as string;
  const port = parseWholeNumber("port", text("port"));
  const allowHttp = parseFlag("allow_http", text("allow_http"));
  const tls = parseTlsFiles(text, cwd);
  const scheme = tls ? "https" : "http";
  const baseUrl = parseBaseUrl(text("base_url") ?? `${scheme}://${urlHost(host)}:${port}`, allowHttp);
  if (tls && baseUrl.startsWith("http:"))
    throw invalid("base_url", "https://, because LICET_TLS_CERT is set and this server answers by TLS only");
  const hasNoProxy = text("trusted_proxies")?.trim() === NO_PROXY;
  return {
    baseUrl,
    host,
    port,
    workers: parseOptionalNumber("workers", text),
    tls,
    trustedProxies: hasNoProxy ? [] : parseList(text("trusted_proxies")).map(parseNetwork),
    hasNoProxy,
    allowedHosts: parseList(text("allowed_hosts")),
    outboundPrivate: parseFlag("outbound_private", text("outbound_private")),
    // Every request is answered within 10 s, and the answer needs a moment to reach its client.
    requestDeadlineMilliseconds: parseWholeNumber(
      "request_deadline_milliseconds",
      text("request_deadline_milliseconds"),
    ),
    shutdownDelayMilliseconds: parseWholeNumber(
      "shutdown_delay_milliseconds",
      text("shutdown_delay_milliseconds"),
    ),
  };
}

/** Clients compare the issuer byte by byte, so it has one spelling: scheme, host and port, without a path. */
function parseBaseUrl(text: string, allowHttp: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const valid = url && (url.protocol === "https:" || url.protocol === "http:") && url.origin === text;
  if (!valid)
    throw invalid("base_url", "http(s)://host[:port] in lower case, without a path or a final slash");
  // RFC 6749 §1.6, OpenID Connect Core §16.17: without TLS, anyone on the network can read the tokens.
  if (url.protocol === "http:" && !isLoopbackHost(url.hostname) && !allowHttp)
    throw invalid(
      "base_url",
      `https://, because ${text} sends tokens, secrets and cookies in the clear; where that is meant, set allow_http (LICET_ALLOW_HTTP=true)`,
    );
  return text;
}

/** A server that listens on all interfaces gets the loopback address in its default base URL. */
function urlHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return isIP(host) === 6 ? `[${host}]` : host;
}

/** As a value of `trusted_proxies`. Without a value it is not known whether there is a proxy. */
const NO_PROXY = "none";

function parseNetwork(text: string): string {
  const [address = "", bits, ...rest] = text.split("/");
  const family = isIP(address);
  const width = family === 4 ? 32 : 128;
  const validBits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width);
  if (family === 0 || !validBits || rest.length > 0)
    throw invalid(
      "trusted_proxies",
      "IP addresses or networks such as 10.0.0.0/8, separated by commas, or none alone",
    );
  if (isEverything(address, bits)) throw new InvalidInputError(EVERYTHING_TRUSTED);
  return text;
}

const EVERYTHING_TRUSTED =
  "the setting trusted_proxies (LICET_TRUSTED_PROXIES) is not valid: a network of every address would let every caller " +
  "choose its own address with X-Forwarded-For; name the addresses of the proxies, such as 10.0.0.0/8";

/** The network covers all of IPv4, also mapped into IPv6, or all global unicast of IPv6 (RFC 4291 §2.4). */
function isEverything(address: string, bits: string | undefined): boolean {
  if (bits === undefined) return false;
  const network = new BlockList();
  network.addSubnet(address, Number(bits), isIP(address) === 6 ? "ipv6" : "ipv4");
  const holdsIpv4 = network.check("0.0.0.0") && network.check("255.255.255.255");
  return holdsIpv4 || (network.check("2000::", "ipv6") && network.check("3fff:ffff::", "ipv6"));
}
