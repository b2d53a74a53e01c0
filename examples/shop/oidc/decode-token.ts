export interface DecodedToken {
  readonly raw: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Decodes a JWT without verifying it. Undefined for other tokens, because an access token may be opaque. */
export function decodeToken(raw: unknown): DecodedToken | undefined {
  if (typeof raw !== "string") return undefined;
  const [header, claims, signature] = raw.split(".");
  const decoded = [header, claims].map(decodePart);
  return decoded[0] && decoded[1] && signature !== undefined
    ? { raw, header: decoded[0], claims: decoded[1] }
    : undefined;
}

function decodePart(part = ""): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
