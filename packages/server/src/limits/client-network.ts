import { isIP } from "node:net";

/**
 * The network of one client or attacker: an IPv4 address, or an IPv6 network of 64 bits, within which a host can take
 * any number of addresses (RFC 6177).
 */
export function clientNetwork(ip: string): string {
  const address = ip.split("%", 1)[0] ?? "";
  if (isIP(address) === 4) return address;
  if (isIP(address) !== 6) return "unknown";
  const groups = expand(address);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  // RFC 4291 §2.5.5.2: an IPv4-mapped address is an IPv4 address.
  if (mapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join(".");
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** The eight groups of an address. `URL` normalizes it: lower case, no dots, at most one `::`. */
function expand(address: string): readonly number[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = "", tail = ""] = canonical.split("::");
  const read = (text: string) =>
    text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
  const [before, after] = [read(head), read(tail)];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
