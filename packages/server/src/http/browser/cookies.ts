import type { FastifyReply, FastifyRequest } from "fastify";
import { DEVICE_SECONDS } from "../../accounts/known-devices.ts";
import { isLoopbackHost } from "../../core/network/loopback.ts";

type CookieName = "session" | "browser" | "device" | "language" | "setup";

export interface Cookies {
  read(request: Pick<FastifyRequest, "headers">, cookie: CookieName): string | undefined;
  set(reply: FastifyReply, cookie: CookieName, token: string): void;
  clear(reply: FastifyReply, cookie: CookieName): void;
}

/**
 * Five cookies: the session, the browser, the users who have signed in here before, the language that was chosen, and an
 * opened setup link. The third and the fourth have a `Max-Age` and stay; the others go with the browser. `Lax`, because an
 * application sends users here by a
 * link and they should still be signed in.
 */
export function createCookies(baseUrl: string): Cookies {
  const isPlain = isPlainLoopback(baseUrl);
  // `__Host-`: a browser takes it only with Secure, with this path and from this very host (RFC 6265bis §4.1.3.2).
  const nameOf = (cookie: CookieName) => `${isPlain ? "" : "__Host-"}licet_${cookie}`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isPlain ? "" : "; Secure"}`;

  return {
    read: ({ headers }, cookie) => parseCookie(headers.cookie ?? "", nameOf(cookie)),
    set: (reply, cookie, token) =>
      void reply.header("set-cookie", `${nameOf(cookie)}=${token}; ${LIFETIMES[cookie]}${attributes}`),
    clear: (reply, cookie) => void reply.header("set-cookie", `${nameOf(cookie)}=; Max-Age=0; ${attributes}`),
  };
}

const LIFETIMES: Readonly<Record<CookieName, string>> = {
  session: "",
  browser: "",
  device: `Max-Age=${DEVICE_SECONDS}; `,
  language: `Max-Age=${365 * 86_400}; `,
  setup: "",
};

/** For pages that are sent without the settings, like errors: under either name. Only for what gives no right. */
export const findOwnCookie = (
  { headers }: Pick<FastifyRequest, "headers">,
  cookie: "language",
): string | undefined =>
  parseCookie(headers.cookie ?? "", `__Host-licet_${cookie}`) ??
  parseCookie(headers.cookie ?? "", `licet_${cookie}`);

/** The one case without TLS: loopback traffic does not leave the machine. */
function isPlainLoopback(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === "http:" && isLoopbackHost(hostname);
}

/** True when browsers keep the cookies. Over http to another machine, everyone in between could read them. */
export const canKeepCookies = (baseUrl: string): boolean =>
  baseUrl.startsWith("https:") || isPlainLoopback(baseUrl);

/** Undefined as well when it was sent twice: another site set one of them, and the server cannot tell which. */
export function parseCookie(header: string, name: string): string | undefined {
  const values = header
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}
