import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { FastifyInstance } from "fastify";
import { addEndpoint } from "./endpoint.ts";

/** The contacts for reports of vulnerabilities of this installation (RFC 9116). */
export interface SecurityText {
  /** URIs, the preferred one first. */
  readonly contacts: readonly string[];
  /** The URL of the rules for reporting. */
  readonly policy: string | undefined;
}

const PATH = "/.well-known/security.txt";
const DAY_MILLISECONDS = 86_400_000;
/** §2.5.5 recommends less than a year. The running server vouches for the text, so the expiry moves on every day. */
const VALID_DAYS = 90;

/** Without a contact there is no such file: §2.5.3 demands one. */
export function addSecurityTextRoute(
  app: FastifyInstance,
  options: { readonly issuer: string; readonly securityText: SecurityText; readonly clock: Clock },
): void {
  const { issuer, securityText, clock } = options;
  if (securityText.contacts.length === 0) return;
  addEndpoint(app, PATH, {
    GET: (_request, reply) =>
      reply
        .header("content-type", "text/plain; charset=utf-8")
        .removeHeader("pragma")
        .header("cache-control", "public, max-age=86400")
        .send(writeSecurityText(securityText, issuer + PATH, clock.milliseconds())),
  });
}

function writeSecurityText({ contacts, policy }: SecurityText, url: string, now: number): string {
  // Whole days, so that every node says the same.
  const expires = (Math.floor(now / DAY_MILLISECONDS) + VALID_DAYS) * DAY_MILLISECONDS;
  return [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(expires).toISOString().replace(".000Z", "Z")}`,
    `Canonical: ${url}`,
    ...(policy === undefined ? [] : [`Policy: ${policy}`]),
    "",
  ].join("\n");
}
