import type { FastifyReply } from "fastify";
import type { Clients } from "../accounts/clients.ts";
import type { Application } from "../accounts/entities.ts";
import { type Awaitable, whenReady } from "../core/async/awaitable.ts";

/** Lets the web page of an application read an answer that is meant for it. */
export type AllowCors = (reply: FastifyReply, clientId: string) => Awaitable<void>;

/**
 * Fetch §3.2: only for applications that run in a browser, and only at the origins that they registered. These
 * endpoints read no cookie, so credentials are never allowed.
 */
export const createAllowCors =
  (clients: Pick<Clients, "find">): AllowCors =>
  (reply, clientId) => {
    const { origin } = reply.request.headers;
    // Only browsers send an origin: other clients need no lookup.
    if (origin === undefined) return;
    return whenReady(clients.find(clientId), (client) => {
      if (client && listOrigins(client.application).includes(origin))
        reply.header("access-control-allow-origin", origin).header("vary", "origin");
    });
  };

const listOrigins = ({ type, redirectUris }: Application): readonly string[] =>
  type === "spa" ? redirectUris.map((uri) => new URL(uri).origin) : [];
