/** RFC 7636: 256 random bits and their digest. */
export async function generatePkcePair(): Promise<{ readonly verifier: string; readonly challenge: string }> {
  const verifier = generateRandomText();
  const digest = await sha256(new TextEncoder().encode(verifier));
  return { verifier, challenge: base64url(digest) };
}

export const generateRandomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Browsers offer `crypto.subtle` only on https and localhost; Licet serves pages only there. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
