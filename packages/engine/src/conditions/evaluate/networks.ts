/** IPv4 addresses have 32 bits, IPv6 addresses 128. */
interface Address {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

export interface Network extends Address {
  readonly prefix: number;
}

/** An IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2) is the IPv4 address, however the socket reported it. */
const MAPPED = 0xffffn;

export function isInNetwork(ip: string, network: Network): boolean {
  const address = parseAddress(ip);
  if (address === undefined) throw new Error("not an IP address");
  const hostBits = BigInt(network.bits - network.prefix);
  return address.bits === network.bits && address.value >> hostBits === network.value >> hostBits;
}

/** An address block such as `10.0.0.0/8` or `2001:db8::/32`, or one address. Throws a message for the author. */
export function parseNetwork(text: string): Network {
  const [, ip, length] = /^([^/]*)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? [];
  const written = ip === undefined ? undefined : parseExactAddress(ip);
  const prefix = length === undefined ? written?.bits : Number(length);
  if (written === undefined || prefix === undefined || prefix > written.bits) {
    throw new Error(`${JSON.stringify(text)} is not a network; write one like 10.0.0.0/8 or 2001:db8::/32`);
  }
  const hostBits = BigInt(written.bits - prefix);
  if ((written.value >> hostBits) << hostBits !== written.value) {
    throw new Error(
      `${JSON.stringify(text)} is an address inside a network; write the network's first address`,
    );
  }
  if (prefix < 96 || !isMapped(written)) return { ...written, prefix };
  return { ...unmap(written), prefix: prefix - 96 };
}

function parseAddress(text: string): Address | undefined {
  // A zone (`fe80::1%eth0`, RFC 4007 §11) names a link of this host and is not part of the address.
  const zone = text.indexOf("%");
  const address = parseExactAddress(zone === -1 ? text : text.slice(0, zone));
  return address !== undefined && isMapped(address) ? unmap(address) : address;
}

function parseExactAddress(text: string): Address | undefined {
  if (IPV4.test(text)) return { bits: 32, value: parseIPv4(text) };
  return isIPv6(text) ? { bits: 128, value: parseIPv6(text) } : undefined;
}

const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);
const IPV6_GROUP = /^[0-9a-f]{1,4}$/i;

/** RFC 4291 §2.2: eight groups, or fewer around one `::`; the last two may be written as an IPv4 address. */
function isIPv6(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  // An empty half of an address without `::` is an empty text, which is no address.
  if (halves.length === 1 && text === "") return false;
  const endsInIPv4 = !text.endsWith(":") && IPV4.test(groups.at(-1) ?? "");
  const plain = endsInIPv4 ? groups.slice(0, -1) : groups;
  const count = plain.length + (endsInIPv4 ? 2 : 0);
  return plain.every((group) => IPV6_GROUP.test(group)) && (halves.length === 2 ? count < 8 : count === 8);
}

const isMapped = ({ bits, value }: Address): boolean => bits === 128 && value >> 32n === MAPPED;
const unmap = ({ value }: Address): Address => ({ bits: 32, value: value & 0xffff_ffffn });

const parseIPv4 = (text: string): bigint =>
  BigInt(text.split(".").reduce((value, part) => value * 256 + Number(part), 0));

function parseIPv6(text: string): bigint {
  const [head = "", tail] = text.split("::");
  const before = parseGroups(head);
  const after = tail === undefined ? [] : parseGroups(tail);
  const zeros = new Array<bigint>(8 - before.length - after.length).fill(0n);
  return [...before, ...zeros, ...after].reduce((value, group) => (value << 16n) | group, 0n);
}

/** Groups of 16 bits; an IPv4 address at the end is two of them (RFC 4291 §2.2). */
function parseGroups(text: string): readonly bigint[] {
  if (text === "") return [];
  return text.split(":").flatMap((group) => {
    if (!group.includes(".")) return [BigInt(`0x${group}`)];
    const ipv4 = parseIPv4(group);
    return [ipv4 >> 16n, ipv4 & 0xffffn];
  });
}
