interface DecodedToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Decodes a JWT (RFC 7519 §3) for display and verifies nothing. Undefined if the text is not a JWT. */
export function decodeToken(token: string): DecodedToken | undefined {
  const [header, payload] = token.split(".");
  try {
    return { header: decodePart(header), payload: decodePart(payload) };
  } catch {
    return undefined;
  }
}

function decodePart(part = ""): Readonly<Record<string, unknown>> {
  const binary = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes)) as Readonly<Record<string, unknown>>;
}
