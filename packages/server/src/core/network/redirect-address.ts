/** RFC 8252 §7.3: loopback IP literals only; `localhost` may resolve to another host (§8.3). */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::([1-9]\d{0,4}))?(\/.*)?$/;

/**
 * The part of a redirect URI that is compared: all of it, byte for byte (RFC 9700 §2.1). A native application cannot
 * know the port that it will get on the loopback, so there alone the port is not part of the address.
 */
export function redirectAddress(uri: string, type: string): string {
  if (type !== "native") return uri;
  const [, origin, port, path = ""] = LOOPBACK.exec(uri) ?? [];
  return origin === undefined || Number(port ?? 80) > 65_535 ? uri : origin + path;
}
