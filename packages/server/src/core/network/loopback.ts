import { BlockList, isIP } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

/**
 * Whether a host is this machine and nothing else: an address of the loopback, or `localhost`, which no name server may
 * answer otherwise (RFC 6761 §6.3). Any other name may lead anywhere. IPv6 addresses may stand in brackets.
 */
export function isLoopbackHost(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, "$1");
  const family = isIP(address);
  if (family === 0) return host === "localhost";
  // An address with a zone is never one of ours, and the list could not read it.
  return !address.includes("%") && loopback.check(address, family === 6 ? "ipv6" : "ipv4");
}

/** How a server can be reached. */
export interface Reach {
  /** The address that the server listens on. */
  readonly host: string;
  readonly baseUrl: string;
  /** As they stand in a `Host` header, with or without a port. */
  readonly allowedHosts: readonly string[];
}

/** Private: only this machine can reach it. It listens on the loopback, and goes by names of the loopback alone. */
export const isPrivateServer = ({ host, baseUrl, allowedHosts }: Reach): boolean =>
  isLoopbackHost(host) &&
  isLoopbackHost(new URL(baseUrl).hostname) &&
  allowedHosts.every((allowed) => isLoopbackHost(allowed.replace(/:\d+$/, "")));
