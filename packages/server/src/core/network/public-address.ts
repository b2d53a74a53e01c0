import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";

/**
 * Whether an address is on the public internet. Addresses of this machine, of its network and unroutable ones are not:
 * an administrator who registers an address must not reach the operator's network through the server.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !SPECIAL_IPV4.check(address, "ipv4");
  if (!isIPv6(address)) return false;
  return GLOBAL_IPV6.check(address, "ipv6") && !SPECIAL_IPV6.check(address, "ipv6");
}

/**
 * Whether a URL names a host that is certainly not on the internet: a literal address, or a name of this machine
 * (RFC 6761 §6.3). The address of another name is known only when a connection is made.
 */
export function isPrivateUrl(url: string): boolean {
  const host = new URL(url).hostname.replace(/\.$/, "");
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  const address = host.replace(/^\[(.*)\]$/, "$1");
  return isIP(address) !== 0 && !isPublicAddress(address);
}

type Subnet = readonly [network: string, bits: number];

function subnets(family: "ipv4" | "ipv6", list: readonly Subnet[]): BlockList {
  const subnets = new BlockList();
  for (const [network, bits] of list) subnets.addSubnet(network, bits, family);
  return subnets;
}

/** Networks that RFC 6890 and its registry do not call globally reachable, and multicast networks. */
const SPECIAL_IPV4 = subnets("ipv4", [
  ["0.0.0.0", 8], // "this host": Linux connects to itself
  ["10.0.0.0", 8], // private, RFC 1918
  ["100.64.0.0", 10], // carriers' NAT, RFC 6598
  ["127.0.0.0", 8], // loopback
  ["169.254.0.0", 16], // link-local, where clouds keep the credentials of their machines
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments, RFC 6890
  ["192.0.2.0", 24], // documentation, RFC 5737
  ["192.88.99.0", 24], // 6to4 relays, RFC 7526
  ["192.168.0.0", 16], // private
  ["198.18.0.0", 15], // benchmarks, RFC 2544
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and broadcast
]);

/**
 * The only part that is given out to the world (RFC 4291 §2.4). Outside lie loopback, link-local, unique local,
 * multicast, and the IPv4 addresses in disguise: mapped (`::ffff:0:0/96`) and of NAT64 (`64:ff9b::/96`, RFC 6052).
 */
const GLOBAL_IPV6 = subnets("ipv6", [["2000::", 3]]);

const SPECIAL_IPV6 = subnets("ipv6", [
  ["2001::", 23], // protocol assignments, with Teredo, which carries an IPv4 address
  ["2001:db8::", 32], // documentation, RFC 3849
  ["2002::", 16], // 6to4 carries an IPv4 address, too
  ["3fff::", 20], // documentation, RFC 9637
]);
