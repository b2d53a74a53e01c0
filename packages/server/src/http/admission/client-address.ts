import type { Server } from "node:http";
import { BlockList, isIP, type Socket } from "node:net";
import { memoize } from "@licet/engine/internal/values/bounded-cache.ts";
import type { FastifyRequest } from "fastify";

/**
 * The caller's address: that of the socket unless a trusted proxy names another. Every decision by address and every
 * record of one uses this function. A value that is not an address is `unknown`: it counts as none, and a caller cannot
 * choose the recorded text.
 */
export const ipOf = (request: Pick<FastifyRequest, "ip">): string => addressIn(request.ip ?? "");

export const UNKNOWN = "unknown";

/** Most requests come from a few addresses. A longer text of a proxy is no address, and is not kept. */
const REMEMBERED = 1_000;
const LONGEST_REMEMBERED = 60;
const remembered = memoize(REMEMBERED, (text) => parseAddress(text) ?? UNKNOWN);
const addressIn = (text: string): string =>
  text.length <= LONGEST_REMEMBERED ? remembered(text) : (parseAddress(text) ?? UNKNOWN);

/**
 * Reads the address of each connection when it begins. Node asks the system for it at the first reading and keeps the
 * answer; the system does not know the address of a connection that was closed, and its request may still be recorded.
 */
export function rememberPeerAddresses(server: Server): void {
  const remember = ({ remoteAddress }: Socket) => remoteAddress;
  server.on("connection", remember);
  // Requests by TLS come from a socket of their own. Never emitted without TLS.
  server.on("secureConnection", remember);
}

/**
 * An address as proxies write it, some with a port (`203.0.113.7:4711`, `[2001:db8::1]:443`). An IPv4 address that was
 * mapped into IPv6 (RFC 4291 §2.5.5.2) is itself again: a socket that listens to both families gives all of them so.
 */
export function parseAddress(text: string): string | undefined {
  if (isIP(text) !== 0) return text.replace(MAPPED, "");
  const [, bracketed, plain] = WITH_PORT.exec(text) ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? bracketed.replace(MAPPED, "") : undefined;
  return plain !== undefined && isIP(plain) === 4 ? plain : undefined;
}

const WITH_PORT = /^(?:\[([0-9A-Fa-f:.%\w]{2,64})\](?::\d{1,5})?|([\d.]{7,15}):\d{1,5})$/;
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** Whether an address, as a proxy wrote it or as the socket has it, is in one of some networks. */
export type IsWithin = (address: string | undefined) => boolean;

export function createIsWithin(networks: readonly string[]): IsWithin {
  const known = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const width = isIP(address) === 6 ? 128 : 32;
    known.addSubnet(address, bits === undefined ? width : Number(bits), familyOf(address));
  }
  return (text) => {
    const address = text === undefined ? undefined : parseAddress(text);
    return address !== undefined && known.check(address, familyOf(address));
  };
}

const familyOf = (address: string): "ipv4" | "ipv6" => (isIP(address) === 6 ? "ipv6" : "ipv4");
