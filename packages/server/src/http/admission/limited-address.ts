import { BoundedCache } from "@licet/engine/internal/values/bounded-cache.ts";
import type { FastifyRequest } from "fastify";
import { isLoopbackHost } from "../../core/network/loopback.ts";
import { clientNetwork } from "../../limits/client-network.ts";
import { createIsWithin, ipOf } from "./client-address.ts";

/**
 * The address that limits count by: an IPv4 address, or an IPv6 network of 64 bits. Undefined where the address of the
 * caller is unknown, so that no limit of an address applies: strangers could otherwise use up the limit of others.
 */
export type LimitedAddress = (request: FastifyRequest) => string | undefined;

export interface LimitedAddressOptions {
  readonly baseUrl: string;
  readonly trustedProxies: readonly string[];
  /** The operator says that no proxy is in front: every peer is a caller. */
  readonly hasNoProxy: boolean;
  /** Called once for each reason. */
  readonly warn: (message: string) => void;
}

/**
 * Behind an undeclared proxy, every caller has the proxy's address. A header cannot show whether there is one, since
 * every caller can send a header; a server with a public name whose peer is on this machine or in a private network
 * has one.
 */
export function createLimitedAddress({
  baseUrl,
  trustedProxies,
  hasNoProxy,
  warn,
}: LimitedAddressOptions): LimitedAddress {
  const isTrusted = createIsWithin(trustedProxies);
  const mayBeProxied = !hasNoProxy && !isLoopbackHost(new URL(baseUrl).hostname);
  const warnOnce = createWarnOnce(warn);

  const decide = (peer: string | undefined, ip: string): string | undefined => {
    if (isTrusted(peer)) {
      // The proxy does not say where the request came from.
      if (!isTrusted(ip)) return clientNetwork(ip);
      warnOnce(SILENT_PROXY);
      return undefined;
    }
    if (!mayBeProxied || !isPrivate(peer)) return clientNetwork(ip);
    warnOnce(UNDECLARED_PROXY);
    return undefined;
  };

  // Most requests come from a few callers, and parsing an address costs more than a lookup.
  const known = new BoundedCache<string>(REMEMBERED);
  return (request) => {
    const peer = request.raw.socket.remoteAddress;
    const { ip } = request;
    const key = ip === peer ? ip : `${peer} ${ip}`;
    if (key === undefined || key.length > LONGEST_KEY) return decide(peer, ipOf(request));
    const found = known.get(key);
    if (found !== undefined) return found;
    const decided = decide(peer, ipOf(request));
    if (decided !== undefined) known.set(key, decided);
    return decided;
  };
}

const REMEMBERED = 10_000;
/** Two addresses of IPv6, with a port. */
const LONGEST_KEY = 120;

/** The warning at the start, before the first request can show a proxy. Undefined when none is needed. */
export const describeProxyRisk = ({
  baseUrl,
  trustedProxies,
  hasNoProxy,
}: Omit<LimitedAddressOptions, "warn">): string | undefined =>
  hasNoProxy || trustedProxies.length > 0 || isLoopbackHost(new URL(baseUrl).hostname)
    ? undefined
    : "no trusted proxies are set: a peer with a loopback or private address is taken for an undeclared proxy, and " +
      "limits per address do not apply to it; set LICET_TRUSTED_PROXIES to the addresses of the proxy, or to none if " +
      "there is no proxy";

const UNDECLARED_PROXY =
  "requests come from a loopback or private address that is no trusted proxy: it is taken for an undeclared proxy, and " +
  "limits per address do not apply to it; set LICET_TRUSTED_PROXIES to its address, or to none if there is no proxy";
const SILENT_PROXY =
  "a trusted proxy does not say in X-Forwarded-For whose request it passes on: limits per address do not apply to it";

function createWarnOnce(warn: (message: string) => void): (message: string) => void {
  const told = new Set<string>();
  return (message) => {
    if (told.has(message)) return;
    told.add(message);
    warn(message);
  };
}

/** This machine and private networks, where proxies are. */
const PRIVATE_NETWORKS = [
  "127.0.0.0/8",
  "::1/128",
  "10.0.0.0/8", // private, RFC 1918
  "172.16.0.0/12",
  "192.168.0.0/16",
  "100.64.0.0/10", // shared, RFC 6598: clouds put their load balancers there
  "169.254.0.0/16", // link-local
  "fe80::/10",
  "fc00::/7", // unique local, RFC 4193
];
const isPrivate = createIsWithin(PRIVATE_NETWORKS);
