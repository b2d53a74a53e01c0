import { z } from "zod";
import type { LoggedRevocation } from "../../oauth/stores.ts";

/** A revocation, as pages and streams contain it. Times are those of JWTs (RFC 7519 §2, NumericDate). */
export const revocation = z
  .strictObject({
    kind: z.enum(["token", "delegation", "subject"]).meta({
      description:
        "`token`: the access token with this `jti`. `delegation`: every access token whose `jti` begins with it and a dot. `subject`: every access token whose `sub`, `client_id` or `azp` it is",
    }),
    id: z.string(),
    issued_before: z
      .int()
      .optional()
      .meta({ description: "Of a subject: tokens with a later `iat` are not revoked" }),
    until: z.int().meta({ description: "No token that it concerns is valid for longer" }),
  })
  .meta({ title: "Revocation" });

export const writeRevocation = ({ kind, id, issuedBefore, until }: LoggedRevocation) => ({
  kind,
  id,
  ...(issuedBefore !== undefined && { issued_before: issuedBefore }),
  until,
});

/** A position in the log, for the view of one application. */
export interface WirePosition {
  readonly position: number;
  readonly view: string;
}

export const POSITION = /^(\d{1,15})\.([A-Za-z0-9_-]{8})$/;

export const formatPosition = ({ position, view }: WirePosition): string => `${position}.${view}`;

export function parsePosition(text: string): WirePosition | undefined {
  const [, position, view] = POSITION.exec(text) ?? [];
  return position === undefined || view === undefined ? undefined : { position: Number(position), view };
}
