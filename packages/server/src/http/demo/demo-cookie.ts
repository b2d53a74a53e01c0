import type { FastifyReply, FastifyRequest } from "fastify";
import { parseCookie } from "../browser/cookies.ts";
import { DEMO_PATHS } from "./demo-addresses.ts";

export interface DemoCookie {
  read(request: Pick<FastifyRequest, "headers">): string | undefined;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

/** The demo's own: it is an application like any other, and Licet's session is none of its business. */
export function createDemoCookie(baseUrl: string): DemoCookie {
  const isSecure = baseUrl.startsWith("https:");
  // `__Secure-` and not `__Host-`, which would have to go to every path (RFC 6265bis §4.1.3).
  const name = `${isSecure ? "__Secure-" : ""}licet_demo`;
  const attributes = `Path=${DEMO_PATHS.home}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return {
    read: ({ headers }) => parseCookie(headers.cookie ?? "", name),
    set: (reply, token) => void reply.header("set-cookie", `${name}=${token}; ${attributes}`),
    clear: (reply) => void reply.header("set-cookie", `${name}=; Max-Age=0; ${attributes}`),
  };
}
